const shapes = {
  overview: <path d="M4 4h7v7H4zM13 4h7v4h-7zM13 11h7v9h-7zM4 14h7v6H4z" />,
  suppliers: <path d="M4 20V9l5 3V9l5 3V4h6v16zM8 16h.1M12 16h.1M16 16h.1" />,
  registrations: <path d="M6 3h9l4 4v14H6zM14 3v5h5M9.5 15l2 2 4-4.5" />,
  delegations: (
    <path d="M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19c.4-3.6 2.9-5.2 6.5-5.2 1.6 0 3 .3 4.1 1M14 18l2.6 2.6L21.5 15" />
  ),
  invoices: <path d="M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6" />,
  jobs: <path d="M5 6h14M5 12h14M5 18h9M2.5 6h.1M2.5 12h.1M2.5 18h.1" />,
  batches: <path d="M12 3l9 4.5-9 4.5-9-4.5zM3.5 12l8.5 4.3 8.5-4.3M3.5 16.3l8.5 4.2 8.5-4.2" />,
  apps: <path d="M9 3v5M15 3v5M6 8h12v4a6 6 0 0 1-12 0zM12 18v3" />,
  workflows: <path d="M4 5h6v5H4zM14 14h6v5h-6zM7 10v6.5h7M17 14V7.5h-7" />,
  key: <path d="M11.5 14.5a4 4 0 1 1-2-2L18 4l2 2-2 2 2 2-2.5 2.5-2-2z" />,
  webhooks: <path d="M13 3L5 14h6l-1 7 9-12h-6z" />,
  people: (
    <path d="M9 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 19.5c.4-3.4 2.9-5 6.5-5s6.1 1.6 6.5 5M16 5.3a3.5 3.5 0 0 1 0 6.4M18 14.9c2 .7 3.2 2.3 3.5 4.6" />
  ),
  activity: <path d="M12 7v5l3.5 2M3.5 12a8.5 8.5 0 1 0 2.6-6.1L3.5 8.4M3.5 4v4.4h4.4" />,
  settings: (
    <path d="M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z" />
  ),
  person: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.5-4 3.5-6 7.5-6s7 2 7.5 6" />,
  bell: <path d="M6 17V11a6 6 0 1 1 12 0v6l1.5 2h-15zM10 21.5h4" />,
  filter: <path d="M4 6h16M7.5 12h9M10.5 18h3" />,
  search: <path d="M11 18a7 7 0 1 1 0-14 7 7 0 0 1 0 14zM16 16l5 5" />,
  sun: (
    <path d="M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
  ),
  moon: <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />,
  screen: <path d="M3 5h18v11H3zM9 20h6M12 16v4" />,
  language: (
    <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3 2.5 3.5 6 3.5 9s-.5 6.5-3.5 9c-3-2.5-3.5-6-3.5-9s.5-6.5 3.5-9z" />
  ),
  check: <path d="M4 12.5l5 5L20 6.5" />,
  more: <path d="M5 12h.1M12 12h.1M19 12h.1" />,
  plus: <path d="M12 5v14M5 12h14" />,
  chevron: <path d="M6 9l6 6 6-6" />,
  back: <path d="M14.5 5.5L8 12l6.5 6.5" />,
  copy: <path d="M9 9h11v11H9zM15 9V4H4v11h5" />,
  out: <path d="M14 4h6v16h-6M10 8l-4 4 4 4M6 12h10" />,
  note: <path d="M12 7v6M12 16.4v.2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z" />,
  remove: <path d="M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5" />,
  flask: <path d="M9 4h6M10 4v6l-5 8.5a1 1 0 0 0 .9 1.5h12.2a1 1 0 0 0 .9-1.5L14 10V4M7.5 15h9" />,
} as const;

export type IconName = keyof typeof shapes;

/** Decorative, because it always stands beside words with the same meaning. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" focusable="false">
      {shapes[name]}
    </svg>
  );
}
