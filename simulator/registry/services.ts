export type WebService = {
  id: string;
  /** As WSASS lists it: «wsfe - Facturacion Electronica». */
  sandboxTitle: string;
  /** As «WebServices» of the Administrador de Relaciones lists it. */
  liveTitle: string;
};

// More than the one we need, so that choosing the wrong one is possible.
export const webServices: readonly WebService[] = [
  { id: 'wsfe', sandboxTitle: 'Facturacion Electronica', liveTitle: 'Facturación Electrónica' },
  {
    id: 'wsfex',
    sandboxTitle: 'Facturacion Electronica de Exportacion',
    liveTitle: 'Facturación Electrónica de Exportación',
  },
  {
    id: 'wsmtxca',
    sandboxTitle: 'Facturacion Electronica con detalle - MTXCA',
    liveTitle: 'Facturación Electrónica - MTXCA',
  },
  {
    id: 'wsbfev1',
    sandboxTitle: 'Bonos Fiscales Electronicos',
    liveTitle: 'Facturación Electrónica - Bonos Fiscales',
  },
  {
    id: 'ws_sr_constancia_inscripcion',
    sandboxTitle: 'Consulta de Constancia de Inscripcion',
    liveTitle: 'Consulta de Constancia de Inscripción',
  },
];

export function findWebService(id: string): WebService | undefined {
  const bare = id.replace(/^ws:\/\//, '');
  return webServices.find((service) => service.id === bare);
}
