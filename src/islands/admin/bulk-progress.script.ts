/** Updates the progress of background work every two seconds, and reloads the page when the work has ended. */

const INTERVAL_MS = 2_000;

async function update(): Promise<void> {
  const response = await fetch(window.location.href);
  if (!response.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const progress = page.getElementById('bulk-progress');
  const heading = page.querySelector('h1');
  if (!progress || !heading) {
    window.location.reload();
    return;
  }
  document.getElementById('bulk-progress')?.replaceWith(progress);
  document.querySelector('h1')?.replaceWith(heading);
}

function schedule(): void {
  // After a failed update, the next update is attempted as usual.
  setTimeout(
    () =>
      void update()
        .catch(() => undefined)
        .then(schedule),
    INTERVAL_MS,
  );
}
schedule();
