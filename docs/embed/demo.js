// A real page writes the link into its markup, and loads the script with
// <script type="module" src="https://alta.example.com/alta-registration.js"></script>.
const link = new URLSearchParams(location.search).get('link') ?? '';
const registration = document.querySelector('alta-registration');
const events = document.getElementById('events');

for (const name of ['progress', 'registered']) {
  document.addEventListener(name, ({ detail }) => {
    const line = document.createElement('li');
    line.textContent = `${name}: ${detail.state}`;
    events.append(line);
  });
}

document.addEventListener('progress', ({ detail }) => {
  document.getElementById('invoice').disabled = !detail.registered || detail.point_of_sale_missing;
});

registration.setAttribute('link', link);
await import(new URL('/alta-registration.js', link).href);
