let audio: AudioContext | undefined;

/**
 * Plays a short high tone for an accepted scan, or a long low tone for a rejected scan, if the browser supports Web
 * Audio.
 */
export function playTone(isAccepted: boolean): void {
  if (!('AudioContext' in window)) return;
  audio ??= new AudioContext();
  const seconds = isAccepted ? 0.09 : 0.4;
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = isAccepted ? 'sine' : 'square';
  tone.frequency.value = isAccepted ? 1_200 : 180;
  volume.gain.value = 0.15;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + seconds);
}
