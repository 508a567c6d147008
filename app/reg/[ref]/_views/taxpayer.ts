/** `20-12345678-6` */
export const formatCuit = (cuit: string) => cuit.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3');

/** What a link shows before its holder says that they are the one: a person's CUIT contains their DNI. */
export const maskCuit = (cuit: string) => cuit.replace(/^(\d{2})\d{5}(\d{3})(\d)$/, '$1-•••••$2-$3');

/** Prefixes 30, 33 and 34 are companies; they have no clave fiscal of their own and act through a person. */
export const isCompany = (cuit: string) => cuit.startsWith('3');

export const requestFileName = (cuit: string) => `pedido-${cuit}.csr`;
