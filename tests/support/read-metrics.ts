export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Returns the samples in a text in Prometheus's format. */
export function parseMetrics(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', labelText = '', value = ''] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)/i.exec(line) ?? [];
    const labels = [...labelText.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text] as const);
    return { name, labels: Object.fromEntries(labels), value: Number(value) };
  });
}

/** Returns the sum of all samples with this name and these labels. */
export function total(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
  const matches = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return matches.reduce((sum, { value }) => sum + value, 0);
}
