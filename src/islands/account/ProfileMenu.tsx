import { useLayoutEffect, useRef } from 'react';
import { type CustomerJson, VALUED_CUSTOMER } from '#lib/customers/auth/sessions/customer.ts';
import { ACCOUNT_LINKS } from '#lib/sales/account/account-links.ts';

interface Props {
  customer: CustomerJson;
  anchor: HTMLElement;
  onLogout: () => void;
  onClose: () => void;
}

/** The minimum distance of the menu from the right edge of the window. */
const MIN_EDGE_GAP_PX = 8;

export function ProfileMenu({ customer, anchor, onLogout, onClose }: Props) {
  const ref = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const popover = ref.current;
    if (!popover) return;
    const box = anchor.getBoundingClientRect();
    popover.style.top = `${box.bottom}px`;
    popover.style.right = `${Math.max(MIN_EDGE_GAP_PX, document.documentElement.clientWidth - box.right)}px`;
    const onToggle = (event: Event) => (event as ToggleEvent).newState === 'closed' && onClose();
    popover.addEventListener('toggle', onToggle);
    popover.showPopover();
    popover.querySelector<HTMLElement>('a')?.focus();
    anchor.setAttribute('aria-expanded', 'true');
    return () => {
      popover.removeEventListener('toggle', onToggle);
      anchor.setAttribute('aria-expanded', 'false');
    };
  }, [anchor, onClose]);

  return (
    <div ref={ref} popover="auto" className="profile-menu">
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
