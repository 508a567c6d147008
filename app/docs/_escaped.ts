const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML, also within quoted attributes. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
