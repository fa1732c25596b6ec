import type { BarcodeDetector } from 'barcode-detector/ponyfill';

type Detector = Pick<BarcodeDetector, 'detect'>;

const FORMATS = ['code_128', 'code_39', 'ean_13', 'ean_8', 'upc_a'] as const;
const PAUSE_MS = 150;
/** The time for which the last code must be out of view before it is reported again. */
const REPEAT_AFTER_MS = 2_000;

/**
 * Reads codes until `signal` is aborted. Throws an Error with a message for the user if the camera can't be opened, and
 * any error from loading the detector or playing the video.
 */
export async function scanWithCamera(
  video: HTMLVideoElement,
  onCode: (code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const loadingDetector = createDetector();
  // Prevents an unhandled rejection. The error is thrown below, where the camera is also switched off.
  loadingDetector.catch(() => undefined);
  const stream = await openCamera();
  try {
    const detector = await loadingDetector;
    video.srcObject = stream;
    video.hidden = false;
    await video.play();
    await readCodes(video, detector, onCode, signal);
  } finally {
    video.hidden = true;
    for (const track of stream.getTracks()) track.stop();
  }
}

async function readCodes(
  video: HTMLVideoElement,
  detector: Detector,
  onCode: (code: string) => void,
  signal: AbortSignal,
): Promise<void> {
  let lastScan = { code: '', at: 0 };
  while (!signal.aborted) {
    const [barcode] = await detector.detect(video);
    const code = barcode?.rawValue ?? '';
    const now = performance.now();
    if (code && (code !== lastScan.code || now - lastScan.at > REPEAT_AFTER_MS)) onCode(code);
    if (code) lastScan = { code, at: now };
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function openCamera(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  } catch (cause) {
    throw new Error('The camera can’t be used. Allow it in the browser, or type the code.', { cause });
  }
}

/** Returns the browser's built-in detector if it supports Code 128, otherwise a WebAssembly detector from the shop. */
async function createDetector(): Promise<Detector> {
  const NativeDetector = (globalThis as { BarcodeDetector?: typeof BarcodeDetector }).BarcodeDetector;
  if (NativeDetector && (await NativeDetector.getSupportedFormats()).includes('code_128'))
    return new NativeDetector({ formats: [...FORMATS] });
  const [{ BarcodeDetector: WasmDetector, prepareZXingModule }, { default: wasmUrl }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  const locateFile = (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path);
  prepareZXingModule({ overrides: { locateFile } });
  return new WasmDetector({ formats: [...FORMATS] });
}
