/** Who a delivery goes to, without the path, which may hold a secret of the receiver's. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url;
