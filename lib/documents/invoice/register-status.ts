/** What the taxpayers' register says of somebody's VAT, as the code of a document. */
export const statusOfRegister = { registered: '1', monotributo: '6', exempt: '4' } as const;
