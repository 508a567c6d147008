import Link from 'next/link';
import './section-tabs.css';

interface SectionTabsProps {
  label: string;
  tabs: { href: string; text: string; isCurrent: boolean }[];
}

/** The pages of one section. */
export function SectionTabs({ label, tabs }: SectionTabsProps) {
  return (
    <nav className="section-tabs" aria-label={label}>
      {tabs.map(({ href, text, isCurrent }) => (
        <Link key={href} href={href} aria-current={isCurrent ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  );
}
