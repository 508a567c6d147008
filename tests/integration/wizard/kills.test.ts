// @module-tag slow
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningAlta, startAlta } from '#tests/support/alta.ts';
import { eventually } from '#tests/support/api-client.ts';
import { newDatabase, onDatabase } from '#tests/support/databases.ts';
import { fetchPage } from '#tests/support/fetch-page.ts';
import { newRegistration, postForm, postUpload } from '#tests/support/registrant.ts';
import { authorityOf, type RunningSimulator, startSimulator } from '#tests/support/simulator.ts';
import { withDatabase } from '#tests/support/with-database.ts';
import { newWorkspace, supplierCuit } from '#tests/support/workspace.ts';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());

/** At least as many as there are places to stand at in live. */
const suppliers = 30;

/** Step of a page and, if it has cards, the current one: `habilitar/viaje-inicio`. */
async function standingAt(answer: Response): Promise<string> {
  const html = await answer.text();
  const card = /class="card-step current">.*?<h2 id="([\w-]+)"/s.exec(html)?.[1];
  const step = new URL(answer.url).pathname.split('/')[3] ?? '';
  return card ? `${step}/${card}` : step;
}

/** A supplier without scripts, who does one thing after the other, and says where the page after it stands. */
class Supplier {
  readonly places: string[] = [];
  private origin = '';
  private readonly ref: string;
  private readonly acts: AsyncGenerator<Response>;
  constructor(ref: string) {
    this.ref = ref;
    this.acts = this.walk();
  }

  /** Does the next thing; false at the end. */
  async goOn(origin: string): Promise<boolean> {
    this.origin = origin;
    const { value: answer, done } = await this.acts.next();
    if (done) return false;
    const location = new URL(answer.headers.get('location') ?? '', origin);
    this.places.push(await standingAt(await fetchPage(location.href)));
    return true;
  }

  /** The link as it was mailed, without a step or a card in its address. */
  open = async (origin: string) => standingAt(await fetchPage(`${origin}/reg/${this.ref}`));

  private at = (path: string) => `${this.origin}/reg/${this.ref}${path}`;
  private press = (path: string, fields?: Record<string, string>) => postForm(this.at(path), fields);

  private async *walk() {
    yield await this.press('', { voice: 'company' });
    yield await this.press('/datos', {
      name: 'Ferretería El Tornillo S.R.L.',
      email: 'ana@tornillo.example',
    });
    yield* this.followCards('habilitar');
    yield await this.press('/habilitar');
    yield* this.followCards('certificado');
    yield await this.press('/certificado');
    const { alias, certificate } = await this.certify();
    yield await this.answered(postUpload(this.at('/subir'), { text: certificate }));
    yield* this.followCards('autorizar');
    // «Ya lo autoricé», and the authority does not know of it yet.
    yield await this.press('/autorizar');
    await simulator.authorise('live', { cuit: supplierCuit, alias, represented_cuit: supplierCuit });
    yield await this.answered(this.press('/autorizar'));
    yield* this.followCards('puntos-de-venta');
    yield await this.press('/puntos-de-venta', { intent: 'check' });
  }

  /** «Ya está» on each card but the last. */
  private async *followCards(step: string) {
    for (;;) {
      const html = await (await fetchPage(this.at(`/${step}`))).text();
      const [, current = ''] = html.split('class="card-step current"');
      const [card = ''] = current.split('class="card-step"');
      const next = /value="([\w-]+\/[\w-]+)" name="lugar"/.exec(card)?.[1];
      if (!next) return;
      yield await this.press('/lugar', { lugar: next });
    }
  }

  /** What starts a login, once the authority has answered: on a busy machine later than the page waits for it. */
  private async answered(act: Promise<Response>): Promise<Response> {
    const answer = await act;
    await eventually(
      () => this.open(this.origin),
      (place) => place !== 'comprobacion',
    );
    return answer;
  }

  private async certify() {
    const csr = await (await fetchPage(this.at('/pedido'))).text();
    const html = await (await fetchPage(this.at('/certificado'))).text();
    const alias = /<code[^>]*data-copyable[^>]*>([^<]+)</.exec(html)?.[1] ?? '';
    return simulator.issueCertificate('live', { cuit: supplierCuit, alias, csr });
  }
}

onDatabase('the application', () => {
  test('killed and restarted between any two cards opens each link at its card', async () => {
    const source = await newDatabase();
    const everybody = await withDatabase(source, async () => {
      const ctx = await newWorkspace('live');
      const made: Supplier[] = [];
      while (made.length < suppliers) made.push(new Supplier((await newRegistration(ctx)).ref));
      return made;
    });
    const start = () => startAlta(source, authorityOf(simulator));
    const first = await start();
    // The first does one thing, the second two, and so on: together they stand wherever one can.
    await Promise.all(
      everybody.map(async (supplier, index) => {
        while (supplier.places.length <= index && (await supplier.goOn(first.origin)));
      }),
    );
    const all = everybody.at(-1)?.places ?? [];
    expect(all).toEqual(expect.arrayContaining(['habilitar/viaje-representante', 'subir', 'listo']));
    expect(new Set(everybody.map(({ places }) => places.at(-1)))).toEqual(new Set(all));
    const unanswered = everybody[all.indexOf('comprobacion') - 1];
    await askTheAuthority(unanswered, first);
    await kill(first);
    await simulator.control.reset();

    const second = await start();
    for (const supplier of everybody) {
      const place = supplier === unanswered ? 'comprobacion' : supplier.places.at(-1);
      expect(await supplier.open(second.origin)).toBe(place);
    }
    await second.stop();
  }, 240_000);
});

/** Presses «Ya lo autoricé», and leaves it at that: the authority has the question and does not answer. */
async function askTheAuthority(supplier: Supplier | undefined, { origin }: RunningAlta) {
  await simulator.control.faults({ environment: 'live', target: 'wsaa', kind: 'timeout', count: 100 });
  const asked = (await simulator.control.stats()).live.wsaa_requests;
  supplier?.goOn(origin).catch(() => undefined);
  await eventually(
    () => simulator.control.stats(),
    ({ live }) => live.wsaa_requests > asked,
  );
}

async function kill({ process }: RunningAlta) {
  process.kill('SIGKILL');
  await new Promise((resolve) => process.once('exit', resolve));
}
