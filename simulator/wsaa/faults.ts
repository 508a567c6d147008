import { type Answer, answer } from '#simulator/http/exchange.ts';
import { escapeXml } from '#simulator/soap/xml.ts';

/** docs/authority.md#login-faults */
const loginFaults = {
  'coe.notAuthorized': 'Computador no autorizado a acceder al servicio',
  'coe.alreadyAuthenticated': 'El CEE ya posee un TA valido para el acceso al WSN solicitado',
  'cms.bad': 'El CMS no es valido',
  'cms.bad.base64': 'No se puede decodificar el BASE64',
  'cms.cert.notFound': 'No se ha encontrado certificado de firmador',
  'cms.sign.invalid': 'Firma inválida o algoritmo no soportado',
  'cms.cert.expired': 'Certificado expirado',
  'cms.cert.invalid': 'Certificado con fecha de generacion posterior a la actual',
  'cms.cert.untrusted': 'Certificado no emitido por AC de confianza',
  'xml.bad': 'No se ha podido interpretar el XML contra el SCHEMA',
  'xml.source.invalid': "El atributo 'source' no se corresponde con el DN del Certificado",
  'xml.destination.invalid': "El atributo 'destination' no se corresponde con el DN del WSAA",
  'xml.version.notSupported': 'La versión del documento no es soportada',
  'xml.generationTime.invalid':
    'generationTime posee formato o dato inválido (ej: en el futuro o más de 24 horas de antigüedad)',
  'xml.expirationTime.expired': 'El tiempo de expiración es inferior a la hora actual',
  'xml.expirationTime.invalid':
    'expirationTime posee formato o dato inválido (ej: vencimiento en más de 24 horas)',
  'wsn.notFound': 'Servicio informado inexistente',
  'wsn.unavailable': 'El servicio al que se desea acceder se encuentra momentáneamente fuera de servicio',
  'wsaa.unavailable':
    'El servicio de autenticación/autorización se encuentra momentáneamente fuera de servicio',
  'wsaa.internalError': 'No se ha podido procesar el requerimiento',
} as const;

export type LoginFaultCode = keyof typeof loginFaults;

export function isLoginFaultCode(code: string): code is LoginFaultCode {
  return Object.hasOwn(loginFaults, code);
}

export class LoginFault extends Error {
  readonly code: LoginFaultCode;

  constructor(code: LoginFaultCode) {
    super(loginFaults[code]);
    this.name = 'LoginFault';
    this.code = code;
  }
}

/** HTTP 500 and a single line, as Axis writes it. */
export function loginFaultAnswer(code: LoginFaultCode, hostname: string): Answer {
  const exception = 'gov.afip.desein.dvadac.sua.view.wsaa.LoginFault';
  return axisFault(
    `<faultcode xmlns:ns1="http://xml.apache.org/axis/">ns1:${code}</faultcode>`,
    loginFaults[code],
    `<ns2:exceptionName xmlns:ns2="http://xml.apache.org/axis/">${exception}</ns2:exceptionName>` +
      `<ns3:hostname xmlns:ns3="http://xml.apache.org/axis/">${hostname}</ns3:hostname>`,
  );
}

/** Fault that Axis returns for a message that does not reach the service. */
export function axisFaultAnswer(qualifiedCode: string, text: string, hostname: string): Answer {
  return axisFault(
    `<faultcode xmlns:ns1="http://xml.apache.org/axis/">${qualifiedCode}</faultcode>`,
    text,
    `<ns2:hostname xmlns:ns2="http://xml.apache.org/axis/">${hostname}</ns2:hostname>`,
  );
}

function axisFault(faultCode: string, text: string, detail: string): Answer {
  return answer(
    500,
    'text/xml;charset=utf-8',
    '<?xml version="1.0" encoding="utf-8"?><soapenv:Envelope' +
      ' xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"' +
      ' xmlns:xsd="http://www.w3.org/2001/XMLSchema"' +
      ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body><soapenv:Fault>' +
      `${faultCode}<faultstring>${asciiXml(text)}</faultstring><detail>${detail}</detail>` +
      '</soapenv:Fault></soapenv:Body></soapenv:Envelope>',
  );
}

/** Axis writes accents as character references: `Firma inv&#xE1;lida`. */
function asciiXml(text: string): string {
  return escapeXml(text).replace(
    /[\u0080-\uffff]/g,
    (character) => `&#x${character.charCodeAt(0).toString(16).toUpperCase()};`,
  );
}
