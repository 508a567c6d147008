"""Asks for each operation with pyafipws. In: JSON; out: what it makes of the answers, by operation."""

import json
import sys

from pyafipws.wsfev1 import WSFEv1
from pyafipws.wsfexv1 import WSFEXv1

given = json.load(sys.stdin)
# It prints what it thinks of the address.
output, sys.stdout = sys.stdout, sys.stderr


def connect(client):
    client.Cuit = given["auth"]["Cuit"]
    client.Token = given["auth"]["Token"]
    client.Sign = given["auth"]["Sign"]
    client.Conectar(cache=given["folder"], wsdl=given["url"] + "?WSDL")
    # It makes every address one of https.
    for service in client.client.services.values():
        for port in service["ports"].values():
            port["location"] = given["url"]
    return client


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
        fecha_venc_pago=detail.get("FchVtoPago"),
        **more
    )
    for rate in detail.get("Iva", {}).get("AlicIva", []):
        wsfe.AgregarIva(rate["Id"], rate["BaseImp"], rate["Importe"])
    for optional in detail.get("Opcionales", {}).get("Opcional", []):
        wsfe.AgregarOpcional(optional["Id"], optional["Valor"])
    for corrected in detail.get("CbtesAsoc", {}).get("CbteAsoc", []):
        wsfe.AgregarCmpAsoc(
            corrected["Tipo"], corrected["PtoVta"], corrected["Nro"], corrected["Cuit"], corrected["CbteFch"]
        )


def authorise(FeCAEReq):
    prepare(FeCAEReq["FeCabReq"], FeCAEReq["FeDetReq"]["FECAEDetRequest"][0])
    return wsfe.CAESolicitar()


def report(FeCAEARegInfReq):
    detail = FeCAEARegInfReq["FeDetReq"]["FECAEADetRequest"][0]
    prepare(FeCAEARegInfReq["FeCabReq"], detail, caea=detail["CAEA"])
    return wsfe.CAEARegInformativo()


def authorise_export(Cmp):
    wsfex.CrearFactura(
        Cmp["Cbte_Tipo"],
        Cmp["Punto_vta"],
        Cmp["Cbte_nro"],
        Cmp["Fecha_cbte"],
        Cmp["Imp_total"],
        Cmp["Tipo_expo"],
        Cmp["Permiso_existente"],
        Cmp["Dst_cmp"],
        Cmp["Cliente"],
        Cmp["Cuit_pais_cliente"],
        Cmp["Domicilio_cliente"],
        moneda_id=Cmp["Moneda_Id"],
        moneda_ctz=Cmp["Moneda_ctz"],
        forma_pago=Cmp.get("Forma_pago"),
        incoterms=Cmp.get("Incoterms"),
        idioma_cbte=Cmp["Idioma_cbte"],
        fecha_pago=Cmp.get("Fecha_pago"),
    )
    for item in Cmp["Items"]["Item"]:
        wsfex.AgregarItem(
            item["Pro_codigo"],
            item["Pro_ds"],
            item["Pro_qty"],
            item["Pro_umed"],
            item["Pro_precio_uni"],
            item["Pro_total_item"],
            item["Pro_bonificacion"],
        )
    for permit in Cmp.get("Permisos", {}).get("Permiso", []):
        wsfex.AgregarPermiso(permit["Id_permiso"], permit["Dst_merc"])
    for corrected in Cmp.get("Cmps_asoc", {}).get("Cmp_asoc", []):
        wsfex.AgregarCmpAsoc(
            corrected["Cbte_tipo"], corrected["Cbte_punto_vta"], corrected["Cbte_nro"], corrected["Cbte_cuit"]
        )
    return wsfex.Authorize(Cmp["Id"])


if given["service"] == "wsfe":
    client = wsfe = connect(WSFEv1())
else:
    client = wsfex = connect(WSFEXv1())

domestic = {
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
    "FEParamGetTiposCbte": lambda: wsfe.ParamGetTiposCbte(),
    "FEParamGetTiposConcepto": lambda: wsfe.ParamGetTiposConcepto(),
    "FEParamGetTiposDoc": lambda: wsfe.ParamGetTiposDoc(),
    "FEParamGetTiposIva": lambda: wsfe.ParamGetTiposIva(),
    "FEParamGetTiposMonedas": lambda: wsfe.ParamGetTiposMonedas(),
    "FEParamGetTiposOpcional": lambda: wsfe.ParamGetTiposOpcional(),
    "FEParamGetTiposTributos": lambda: wsfe.ParamGetTiposTributos(),
    "FEParamGetTiposPaises": lambda: wsfe.ParamGetTiposPaises(),
    "FEParamGetPtosVenta": lambda: wsfe.ParamGetPtosVenta(),
    "FEParamGetCotizacion": lambda MonId: wsfe.ParamGetCotizacion(MonId),
    "FEParamGetActividades": lambda: wsfe.ParamGetActividades(),
}
abroad = {
    "FEXDummy": lambda: [wsfex.Dummy(), wsfex.AppServerStatus],
    "FEXAuthorize": authorise_export,
    "FEXGetCMP": lambda Cmp: wsfex.GetCMP(Cmp["Cbte_tipo"], Cmp["Punto_vta"], Cmp["Cbte_nro"]),
    "FEXGetLast_CMP": lambda Auth: wsfex.GetLastCMP(Auth["Cbte_Tipo"], Auth["Pto_venta"]),
    "FEXGetLast_ID": lambda: wsfex.GetLastID(),
    "FEXGetPARAM_Cbte_Tipo": lambda: wsfex.GetParamTipoCbte(),
    "FEXGetPARAM_Tipo_Expo": lambda: wsfex.GetParamTipoExpo(),
    "FEXGetPARAM_Incoterms": lambda: wsfex.GetParamIncoterms(),
    "FEXGetPARAM_Idiomas": lambda: wsfex.GetParamIdiomas(),
    "FEXGetPARAM_UMed": lambda: wsfex.GetParamUMed(),
    "FEXGetPARAM_DST_pais": lambda: wsfex.GetParamDstPais(),
    "FEXGetPARAM_DST_CUIT": lambda: wsfex.GetParamDstCUIT(),
    "FEXGetPARAM_MON": lambda: wsfex.GetParamMon(),
    "FEXGetPARAM_MON_CON_COTIZACION": lambda Fecha_CTZ: wsfex.GetParamMonConCotizacion(Fecha_CTZ),
    "FEXGetPARAM_Ctz": lambda Mon_id: wsfex.GetParamCtz(Mon_id),
    "FEXGetPARAM_PtoVenta": lambda: wsfex.GetParamPtosVenta(),
    "FEXGetPARAM_Actividades": lambda: wsfex.GetParamActividades(),
}
calls = domestic if given["service"] == "wsfe" else abroad

answers = {}
for operation in given["operations"]:
    try:
        answer = calls[operation["name"]](**operation["input"])
        told = json.dumps([answer, client.ErrMsg, client.Obs], default=str, ensure_ascii=False)
        answers[operation["title"]] = {"told": told}
    except Exception as error:
        answers[operation["title"]] = {"failed": repr(error)}
json.dump(answers, output)
