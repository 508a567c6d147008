"""Asks for each operation with pyafipws. In: JSON; out: what it makes of the answers, by operation."""

import json
import sys

from pyafipws.wsfev1 import WSFEv1

given = json.load(sys.stdin)
# It prints what it thinks of the address.
output, sys.stdout = sys.stdout, sys.stderr
wsfe = WSFEv1()
wsfe.Cuit = given["auth"]["Cuit"]
wsfe.Token = given["auth"]["Token"]
wsfe.Sign = given["auth"]["Sign"]
wsfe.Conectar(cache=given["folder"], wsdl=given["url"] + "?WSDL")
# It makes every address one of https.
for service in wsfe.client.services.values():
    for port in service["ports"].values():
        port["location"] = given["url"]


def prepare(header, detail, **more):
    wsfe.CrearFactura(
        detail["Concepto"],
        detail["DocTipo"],
        detail["DocNro"],
        header["CbteTipo"],
        header["PtoVta"],
        detail["CbteDesde"],
        detail["CbteHasta"],
        detail["ImpTotal"],
        detail["ImpTotConc"],
        detail["ImpNeto"],
        detail["ImpIVA"],
        detail["ImpTrib"],
        detail["ImpOpEx"],
        detail["CbteFch"],
        moneda_id=detail["MonId"],
        moneda_ctz=detail["MonCotiz"],
        condicion_iva_receptor_id=detail["CondicionIVAReceptorId"],
        **more
    )


def authorise(FeCAEReq):
    prepare(FeCAEReq["FeCabReq"], FeCAEReq["FeDetReq"]["FECAEDetRequest"][0])
    return wsfe.CAESolicitar()


def report(FeCAEARegInfReq):
    detail = FeCAEARegInfReq["FeDetReq"]["FECAEADetRequest"][0]
    prepare(FeCAEARegInfReq["FeCabReq"], detail, caea=detail["CAEA"])
    return wsfe.CAEARegInformativo()


calls = {
    "FEDummy": lambda: [wsfe.Dummy(), wsfe.AppServerStatus],
    "FECAESolicitar": authorise,
    "FECompUltimoAutorizado": lambda PtoVta, CbteTipo: wsfe.CompUltimoAutorizado(CbteTipo, PtoVta),
    "FECompConsultar": lambda FeCompConsReq: wsfe.CompConsultar(
        FeCompConsReq["CbteTipo"], FeCompConsReq["PtoVta"], FeCompConsReq["CbteNro"]
    ),
    "FECompTotXRequest": lambda: wsfe.CompTotXRequest(),
    "FECAEASolicitar": lambda Periodo, Orden: wsfe.CAEASolicitar(Periodo, Orden),
    "FECAEAConsultar": lambda Periodo, Orden: wsfe.CAEAConsultar(Periodo, Orden),
    "FECAEARegInformativo": report,
    "FECAEASinMovimientoInformar": lambda PtoVta, CAEA: wsfe.CAEASinMovimientoInformar(PtoVta, CAEA),
    "FEParamGetTiposCbte": wsfe.ParamGetTiposCbte,
    "FEParamGetTiposConcepto": wsfe.ParamGetTiposConcepto,
    "FEParamGetTiposDoc": wsfe.ParamGetTiposDoc,
    "FEParamGetTiposIva": wsfe.ParamGetTiposIva,
    "FEParamGetTiposMonedas": wsfe.ParamGetTiposMonedas,
    "FEParamGetTiposOpcional": wsfe.ParamGetTiposOpcional,
    "FEParamGetTiposTributos": wsfe.ParamGetTiposTributos,
    "FEParamGetTiposPaises": wsfe.ParamGetTiposPaises,
    "FEParamGetPtosVenta": wsfe.ParamGetPtosVenta,
    "FEParamGetCotizacion": lambda MonId: wsfe.ParamGetCotizacion(MonId),
    "FEParamGetActividades": wsfe.ParamGetActividades,
}

answers = {}
for operation in given["operations"]:
    try:
        answer = calls[operation["name"]](**operation["input"])
        told = json.dumps([answer, wsfe.ErrMsg, wsfe.Obs], default=str, ensure_ascii=False)
        answers[operation["name"]] = {"told": told}
    except Exception as error:
        answers[operation["name"]] = {"failed": repr(error)}
json.dump(answers, output)
