const { body } = document;
const isFramed = parent !== window;
if (isFramed) body.dataset.framed = '';
notifyParent(body.dataset.state);

document.addEventListener('submit', (event) => {
  if (body.ariaBusy) return event.preventDefault();
  body.ariaBusy = 'true';
  const label = event.submitter?.lastElementChild;
  if (label) label.textContent = 'Please wait';
});

// The browser's Back button restores the document as it was.
addEventListener('pageshow', () => {
  body.ariaBusy = null;
});

function notifyParent(state: string | undefined): void {
  if (isFramed) parent.postMessage({ type: 'payment', order: body.dataset.order, state }, location.origin);
}

export {};
