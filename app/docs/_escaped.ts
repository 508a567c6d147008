const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** As text or as an attribute in quotation marks. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
