import { html } from './html.ts';
import { documentText } from './page.ts';

/** `GET /`: what is here, for who opens the simulator's address in a browser. */
export function indexPage(origin: string): string {
  return documentText(
    'Inicio',
    html`<header class="top"><a href="/">Simulador de ARCA</a></header><main>
<h1>Simulador de ARCA</h1>
<p>Imita los portales y los web services de la autoridad fiscal para probar Alta sin conectarse con nadie.</p>
<ul class="tiles">
  <li><a href="/sandbox/portal">Portal de homologación (WSASS)</a></li>
  <li><a href="/live/portal">Portal de producción</a></li>
</ul>
<h2>Web services</h2>
<ul>
  <li>WSAA: <code>${origin}/sandbox/ws/services/LoginCms</code>, <code>${origin}/live/ws/services/LoginCms</code></li>
  <li>WSFE: <code>${origin}/sandbox/wsfev1/service.asmx</code>, <code>${origin}/live/wsfev1/service.asmx</code></li>
  <li>Padrón: <code>${origin}/sandbox/sr-padron/webservices/personaServiceA5</code>, <code>${origin}/live/sr-padron/webservices/personaServiceA5</code></li>
  <li>Autoridades certificantes: <a href="/sandbox/portal/ca.pem">homologación</a>, <a href="/live/portal/ca.pem">producción</a></li>
</ul>
<h2>Para scripts</h2>
<table>
<tr><td><code>POST /E/portal/api/certificates</code></td><td>cuit, alias, csr, adding_to_alias</td></tr>
<tr><td><code>POST /E/portal/api/authorizations</code></td><td>cuit, alias, represented_cuit, service; con DELETE se elimina</td></tr>
<tr><td><code>POST /live/portal/api/delegations</code></td><td>cuit, represented_cuit, delegate_cuit, service: un contribuyente designa a otro; con DELETE se revoca</td></tr>
<tr><td><code>POST /live/portal/api/delegations/accept</code></td><td>lo mismo: la designación se acepta</td></tr>
<tr><td><code>POST /E/portal/api/points-of-sale</code></td><td>cuit, number, system</td></tr>
<tr><td><code>POST /E/portal/api/taxpayers</code></td><td>cuit, name, address, represented_by, kind, state, vat_status, exists: lo que el portal y el padrón saben de un contribuyente</td></tr>
<tr><td><code>POST /control/faults</code></td><td>environment, target (wsaa, wsfe, padron), kind (timeout, reset, http-503, html, truncated, fault, lost-answer, slow), operation, code, count, ending, delay_ms</td></tr>
<tr><td><code>GET /control/stats</code></td><td>logins, logins rechazados, CAE y pedidos a cada servicio, por ambiente</td></tr>
<tr><td><code>POST /control/clock</code></td><td>offset_seconds</td></tr>
<tr><td><code>POST /control/propagation</code></td><td>seconds</td></tr>
<tr><td><code>POST /control/processing</code></td><td>milliseconds que tarda cada autorización; mientras tanto, otra de la misma serie es un 502</td></tr>
<tr><td><code>POST /control/lots</code></td><td>vouchers: cuántos comprobantes admite un pedido</td></tr>
<tr><td><code>POST /control/issuers</code></td><td>environment, cuit, problem (01 a 11 del error 10000, o null)</td></tr>
<tr><td><code>POST /control/events</code></td><td>environment, code, message: un aviso (<code>Evt</code>) en cada respuesta de WSFE</td></tr>
<tr><td><code>GET /control/vouchers</code></td><td>environment, cuit: lo autorizado</td></tr>
<tr><td><code>POST /control/reset</code></td><td>olvida fallas, reloj, avisos y cuentas; conserva certificados y comprobantes</td></tr>
</table></main>`,
  );
}
