import { formatCuit, isPerson, parseCuit } from '../cuit.ts';
import type { Environment } from '../environment.ts';
import type { Form } from '../http/body.ts';
import { type Answer, redirect } from '../http/exchange.ts';
import type { Simulation } from '../simulation.ts';
import { hiddenField, textField } from './field.ts';
import { html } from './html.ts';
import { portalPage } from './page.ts';
import { landingPage } from './shortcuts.ts';

const warning = html`<p class="notice"><strong>Esto es un simulador.</strong> No escribas acá tu Clave Fiscal
  verdadera: cualquier clave sirve y ninguna se guarda.</p>`;
const title = 'Ingresar con Clave Fiscal';

/** `system`: the service to land in, which a shortcut names. */
export type LoginForm = { system: string; typed?: string; alert?: string };

export function showLogin(environment: Environment, { system, typed = '', alert }: LoginForm): Answer {
  const body = html`${warning}<form method="post" action="/${environment}/portal/ingresar">
    ${hiddenField('system', system)}
    ${textField({ label: 'CUIT/CUIL', name: 'cuit', value: typed, hint: 'La de una persona. Por ejemplo 20-12345678-6.' })}
    <button>Siguiente</button></form>`;
  return portalPage({ environment, title, body, alert });
}

/** Two screens, as in the real one: the CUIT, then the clave. Any clave opens; none is kept. */
export function submitLogin(simulation: Simulation, environment: Environment, form: Form): Answer {
  const [typed, system] = [form.text('cuit'), form.text('system')];
  const cuit = parseCuit(typed);
  if (!cuit) return showLogin(environment, { system, typed, alert: 'Número de CUIL/CUIT incorrecto' });
  if (!isPerson(cuit)) {
    const alert = 'Ingresá con la CUIT/CUIL de la persona: una empresa no tiene Clave Fiscal propia.';
    return showLogin(environment, { system, typed, alert });
  }
  if (form.text('clave') === '') return showPassword(environment, cuit, system);
  const { records } = simulation.offices[environment];
  const adherences = records.adherences.filter(({ person, isPending }) => person === cuit && !isPending);
  const id = simulation.sessions.open({ environment, person: cuit, actingFor: cuit, adherences });
  const attributes = `Path=/${environment}/portal; HttpOnly; SameSite=Lax`;
  return redirect(landingPage(environment, system), {
    'set-cookie': `${cookieName(environment)}=${id}; ${attributes}`,
  });
}

export function cookieOf(environment: Environment, header: string | undefined): string | undefined {
  const cookies = (header ?? '').split(';').map((cookie) => cookie.trim().split('=', 2));
  return cookies.find(([name]) => name === cookieName(environment))?.[1];
}

export function clearedCookie(environment: Environment): string {
  return `${cookieName(environment)}=; Path=/${environment}/portal; Max-Age=0`;
}

function showPassword(environment: Environment, cuit: string, system: string): Answer {
  const body = html`${warning}<form method="post" action="/${environment}/portal/ingresar">
    ${hiddenField('cuit', cuit)}${hiddenField('system', system)}<p>CUIT/CUIL ${formatCuit(cuit)}</p>
    <p class="field"><label for="clave">Clave</label>
    <input id="clave" name="clave" type="password" autocomplete="off"></p>
    <button>Ingresar</button></form>`;
  return portalPage({ environment, title, body });
}

function cookieName(environment: Environment): string {
  return `clave_${environment}`;
}
