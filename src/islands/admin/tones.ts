let audioContext: AudioContext | undefined;

/**
 * Plays a short high tone for an accepted scan, or a long low tone for a rejected scan, if the browser supports Web
 * Audio.
 */
export function playTone(isAccepted: boolean): void {
  if (!('AudioContext' in window)) return;
  audioContext ??= new AudioContext();
  const seconds = isAccepted ? 0.09 : 0.4;
  const [oscillator, volume] = [audioContext.createOscillator(), audioContext.createGain()];
  oscillator.type = isAccepted ? 'sine' : 'square';
  oscillator.frequency.value = isAccepted ? 1_200 : 180;
  volume.gain.value = 0.15;
  oscillator.connect(volume).connect(audioContext.destination);
  oscillator.start();
  oscillator.stop(audioContext.currentTime + seconds);
}
