export const fault = 'SRValidationException';

const credentials = 'token:string! sign:string! cuitRepresentada:long!';
const parts = `datosGenerales:datosGenerales datosMonotributo:datosMonotributo datosRegimenGeneral:datosRegimenGeneral
  errorConstancia:errorConstancia errorMonotributo:errorMonotributo errorRegimenGeneral:errorRegimenGeneral`;

/** Fields as `name:type`. Suffixes: `!` exactly one, `*` any number, `+` at least one, none at most one. */
export const types: Record<string, string> = {
  getPersona: `${credentials} idPersona:long!`,
  getPersonaResponse: 'personaReturn:personaReturn',
  getPersona_v2: `${credentials} idPersona:long!`,
  getPersona_v2Response: 'personaReturn:personaReturn',
  getPersonaList: `${credentials} idPersona:long+`,
  getPersonaListResponse: 'personaListReturn:personaListReturn',
  getPersonaList_v2: `${credentials} idPersona:long+`,
  getPersonaList_v2Response: 'personaListReturn:personaListReturn',
  dummy: '',
  dummyResponse: 'return:dummyReturn',
  dummyReturn: 'appserver:string authserver:string dbserver:string',
  [fault]: '',
  personaReturn: `${parts} metadata:metadata`,
  personaListReturn: 'metadata:metadata persona:persona*',
  persona: parts,
  metadata: 'fechaHora:dateTime servidor:string',
  datosGenerales: `apellido:string caracterizacion:caracterizacion* dependencia:dependencia domicilioFiscal:domicilio
    esSucesion:string estadoClave:string fechaContratoSocial:dateTime fechaFallecimiento:dateTime idPersona:long
    mesCierre:int nombre:string razonSocial:string tipoClave:string tipoPersona:string`,
  caracterizacion: 'descripcionCaracterizacion:string idCaracterizacion:int periodo:int',
  dependencia: `codPostal:string descripcionDependencia:string descripcionProvincia:string direccion:string
    idDependencia:int idProvincia:int localidad:string`,
  domicilio: `codPostal:string datoAdicional:string descripcionProvincia:string direccion:string idProvincia:int
    localidad:string tipoDatoAdicional:string tipoDomicilio:string`,
  datosMonotributo: `actividad:actividad* actividadMonotributista:actividad categoriaMonotributo:categoria
    componenteDeSociedad:relacion* impuesto:impuesto*`,
  datosRegimenGeneral: 'actividad:actividad* categoriaAutonomo:categoria impuesto:impuesto* regimen:regimen*',
  actividad: 'descripcionActividad:string idActividad:long nomenclador:int orden:int periodo:int',
  categoria: 'descripcionCategoria:string idCategoria:int idImpuesto:int periodo:int',
  relacion: `apellidoPersonaAsociada:string ffRelacion:dateTime ffVencimiento:dateTime idPersonaAsociada:long
    nombrePersonaAsociada:string razonSocialPersonaAsociada:string tipoComponente:string`,
  impuesto: 'descripcionImpuesto:string estadoImpuesto:string idImpuesto:int motivo:string periodo:int',
  regimen: 'descripcionRegimen:string idImpuesto:int idRegimen:int periodo:int tipoRegimen:string',
  errorConstancia: 'apellido:string error:string* idPersona:long nombre:string',
  errorMonotributo: 'error:string* mensaje:string',
  errorRegimenGeneral: 'error:string* mensaje:string',
};
