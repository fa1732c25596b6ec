// @ts-check
// Plain JavaScript, because the payment document contains this file as it is (src/components/payments/PaymentFrame.astro).
const { body } = document;
const isFramed = parent !== window;
if (isFramed) {
  body.dataset.framed = '';
  parent.postMessage({ type: 'payment', order: body.dataset.order, state: body.dataset.state }, location.origin);
}

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
