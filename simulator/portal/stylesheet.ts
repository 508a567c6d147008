/** Served at /portal.css. Sober on purpose; blue is production, ochre is homologación. */
export const stylesheet = `
:root { --ink: #22303c; --line: #c9d2da; --blue: #16527d; --ochre: #8a5a00; --ground: #f3f5f7; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
header.top { display: flex; flex-wrap: wrap; gap: 1rem; justify-content: space-between; align-items: center;
  padding: .75rem 1.5rem; background: var(--blue); color: #fff; }
header.sandbox { background: var(--ochre); }
header.top a { color: #fff; font-weight: 600; text-decoration: none; }
.user { display: flex; gap: .75rem; align-items: center; margin: 0; }
main { max-width: 58rem; margin: 1.5rem auto; padding: 1.5rem; background: #fff; border: 1px solid var(--line); }
h1 { margin-top: 0; font-size: 1.5rem; } h2 { font-size: 1.15rem; }
a { color: var(--blue); }
nav.menu { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: .5rem 0 1rem; border-bottom: 1px solid var(--line); }
fieldset { border: 1px solid var(--line); padding: 1rem; margin: 1rem 0; }
legend { font-weight: 600; padding: 0 .5rem; }
.field { display: grid; gap: .25rem; margin: 0 0 1rem; } .field small { color: #566673; }
input:not([type=file]), select, textarea { font: inherit; padding: .45rem .6rem; border: 1px solid #8d9aa5; border-radius: 2px;
  width: 100%; background: #fff; color: inherit; }
input[readonly] { background: #eceff2; }
textarea { font-family: ui-monospace, monospace; font-size: .85rem; }
button { font: inherit; padding: .5rem 1.1rem; border: 0; border-radius: 2px; background: var(--blue); color: #fff; cursor: pointer; }
button.plain { background: none; border: 1px solid currentColor; padding: .2rem .7rem; }
:focus-visible { outline: 3px solid #f2b134; outline-offset: 2px; }
.alert { padding: .75rem 1rem; border-left: 5px solid #a3211b; background: #fbe9e8; }
.notice { padding: .75rem 1rem; border-left: 5px solid #f2b134; background: #fff6e0; }
.done { padding: .75rem 1rem; border-left: 5px solid #24704a; background: #e8f4ed; overflow-wrap: anywhere; }
.tiles { list-style: none; padding: 0; display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); }
.tiles a { display: block; padding: 1rem; border: 1px solid var(--line); min-height: 5rem; }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
th, td { text-align: left; padding: .45rem .7rem; border-bottom: 1px solid var(--line); }
footer { max-width: 58rem; margin: 0 auto 2rem; padding: 0 1.5rem; font-size: .85rem; color: #566673; }
table.wide th, table.wide td { white-space: nowrap; }
.file span { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.browse { padding: .4rem .9rem; border: 1px solid #8d9aa5; border-radius: 2px; background: #eceff2; cursor: pointer; }
input[type=file]::file-selector-button { display: none; }
.tree, .tree ul { list-style: none; padding-left: 1rem; } .tree a { display: inline-block; padding: .4rem 0; }
.extra { margin-top: 2rem; padding: 1rem; border: 2px dashed #8d9aa5; }
.extra button { color: var(--blue); }
code { overflow-wrap: anywhere; }
`;
