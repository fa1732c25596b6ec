import { useLayoutEffect, useRef } from 'react';
import { ACCOUNT_LINKS } from '#lib/account/account-links.ts';
import { type CustomerJson, VALUED_CUSTOMER } from '#lib/auth/customer.ts';

interface Props {
  customer: CustomerJson;
  under: HTMLElement;
  onLogout: () => void;
  onClose: () => void;
}

const GAP_PX = 8;

/** product.md, "Profile". */
export function ProfileMenu({ customer, under, onLogout, onClose }: Props) {
  const menu = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const opened = menu.current;
    if (!opened) return;
    const box = under.getBoundingClientRect();
    opened.style.top = `${box.bottom}px`;
    opened.style.right = `${Math.max(GAP_PX, document.documentElement.clientWidth - box.right)}px`;
    const onToggle = (event: Event) => (event as ToggleEvent).newState === 'closed' && onClose();
    opened.addEventListener('toggle', onToggle);
    opened.showPopover();
    opened.querySelector<HTMLElement>('a')?.focus();
    under.setAttribute('aria-expanded', 'true');
    return () => {
      opened.removeEventListener('toggle', onToggle);
      under.setAttribute('aria-expanded', 'false');
    };
  }, [under, onClose]);

  return (
    <div ref={menu} popover="auto" className="profile-menu">
      <div className="profile-name">
        <strong>{customer.name || VALUED_CUSTOMER}</strong>
        <span>{customer.email}</span>
      </div>
      <nav aria-label="Account">
        {ACCOUNT_LINKS.map(({ href, label }) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
      </nav>
      <button type="button" onClick={onLogout}>
        Logout
      </button>
    </div>
  );
}
