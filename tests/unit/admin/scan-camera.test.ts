import { afterEach, expect, test, vi } from 'vitest';
import { scanWithCamera } from '#islands/admin/scan-camera.ts';

afterEach(() => vi.unstubAllGlobals());

test('switches the camera off if the barcode detector can’t be loaded', async () => {
  const track = { stop: vi.fn() };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => ({ getTracks: () => [track] }) } });
  vi.stubGlobal('BarcodeDetector', { getSupportedFormats: () => Promise.reject(new Error('no network')) });
  const video = { hidden: true } as HTMLVideoElement;
  await expect(scanWithCamera(video, () => {}, new AbortController().signal)).rejects.toThrow('no network');
  expect(track.stop).toHaveBeenCalledOnce();
});
