import { publicFileAddress } from '#app/_public-file.ts';
import { simulatorPortalOf } from '#lib/arca/portal.ts';

/**
 * Asks for the key with which docs-try.js sends the examples. Without the script there is nothing to see. The field
 * has no name, so that no form can put the key into an address.
 */
export const TryIt = () => (
  <form id="try-it" className="try-key" hidden data-script={publicFileAddress('docs-try.js')}>
    <label htmlFor="try-key">Send the examples from this page, with a key of a sandbox workspace</label>
    <div>
      <input
        id="try-key"
        type="password"
        placeholder="alta_sandbox_…"
        autoComplete="off"
        spellCheck={false}
        aria-describedby="try-about"
      />
      <button type="submit">Use this key</button>
      <button type="button" hidden>
        Forget it
      </button>
    </div>
    <p role="status" />
    <p id="try-about">
      It stays in this tab until you close it, and goes only to this installation. A key of a live workspace
      is refused.
      {simulatorPortalOf('sandbox') !== undefined && (
        <>
          {' '}
          In the demo it is <code>workspaces.sandbox.api_key</code> of the file <code>.data/demo.json</code>.
        </>
      )}
    </p>
  </form>
);
