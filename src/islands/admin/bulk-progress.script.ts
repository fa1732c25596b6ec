/** Updates the progress of work in the background every two seconds, and reloads the page when it has ended. */

const INTERVAL_MS = 2_000;

async function update(): Promise<void> {
  const response = await fetch(window.location.href);
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const next = page.getElementById('bulk-progress');
  const heading = page.querySelector('h1');
  if (!next || !heading) {
    window.location.reload();
    return;
  }
  document.getElementById('bulk-progress')?.replaceWith(next);
  document.querySelector('h1')?.replaceWith(heading);
}

function schedule(): void {
  // After a failed update, the next one is attempted as usual.
  setTimeout(
    () =>
      void update()
        .catch(() => undefined)
        .then(schedule),
    INTERVAL_MS,
  );
}
schedule();
