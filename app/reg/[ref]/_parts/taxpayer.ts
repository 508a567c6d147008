/** Prefixes 30, 33 and 34 are companies; they have no clave fiscal of their own and act through a person. */
export const isCompany = (cuit: string) => cuit.startsWith('3');

export const requestFileName = (cuit: string) => `pedido-${cuit}.csr`;
