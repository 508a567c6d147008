/** The name of the product and its tick. */
export function Mark({ name }: { name: string }) {
  return (
    <span className="mark">
      <svg viewBox="0 0 16 16" width="24" height="24" aria-hidden="true" focusable="false">
        <rect width="16" height="16" rx="4" fill="#0b5563" />
        <path d="M4 8.5l3 3 5.5-6.5" fill="none" stroke="#ffffff" strokeWidth="2" />
      </svg>
      {name}
    </span>
  );
}
