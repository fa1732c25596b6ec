export interface CsvRow {
  /** The number of the row's first line, counted from 1. */
  line: number;
  /** The number of lines in the row: a quoted field may contain line breaks. */
  lineCount: number;
  fields: string[];
  problem?: string;
}

/**
 * The maximum number of characters in a field. It is above the limits for product texts, and ends a field whose quote
 * is never closed.
 */
const MAX_FIELD_LENGTH = 500_000;
const MAX_FIELDS = 2_000;

/**
 * Yields the rows read from `chunks`. If a quote is in the wrong place, or a row has too many fields or characters,
 * only this row has a `problem`, and parsing continues with the next row (docs/decisions/0005-own-csv-reader.md).
 */
export async function* readCsvRows(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const parser = new RowParser();
  for await (const chunk of chunks) yield* parser.read(chunk);
  yield* parser.end();
}

/** The state of the parser. In the state `skipping`, the parser discards the rest of a rejected line. */
type State = 'start' | 'plain' | 'quoted' | 'after-quote' | 'skipping';

const [QUOTE, COMMA, NEW_LINE, CARRIAGE_RETURN] = ['"', ',', '\n', '\r'].map((char) => char.charCodeAt(0));

/**
 * Parses rows. Copies the runs of text between special characters, because appending each character separately would
 * cost hundreds of bytes per character.
 */
class RowParser {
  #state: State = 'start';
  /** The runs of text in the current field. */
  #runs: string[] = [];
  #length = 0;
  #fields: string[] = [];
  #problem: string | undefined;
  #line = 1;
  #rowLine = 1;
  #quoteLine = 1;
  #followsCarriageReturn = false;

  *read(chunk: string): Generator<CsvRow> {
    for (let position = 0; position < chunk.length; ) {
      if (this.#state === 'quoted') {
        position = this.#readQuoted(chunk, position);
        continue;
      }
      const end = endOfRun(chunk, position);
      if (end > position) this.#readPlain(chunk.slice(position, end));
      if (end === chunk.length) return;
      const char = chunk.charCodeAt(end);
      const isLineFeedOfCrLf = char === NEW_LINE && this.#followsCarriageReturn && end === position;
      this.#followsCarriageReturn = char === CARRIAGE_RETURN;
      if (char === QUOTE) this.#readQuote();
      else if (char === COMMA) this.#readComma();
      else if (!isLineFeedOfCrLf) yield this.#endRow();
      position = end + 1;
    }
  }

  *end(): Generator<CsvRow> {
    if (this.#state === 'quoted') this.#setProblem(`the quote that opens on line ${this.#quoteLine} is never closed`);
    if (this.#state !== 'start' || this.#fields.length > 0) yield this.#endRow();
  }

  /**
   * Returns the position after the closing quote, the end of the chunk, or the position where the field became too
   * long.
   */
  #readQuoted(chunk: string, position: number): number {
    const quote = chunk.indexOf('"', position);
    const end = Math.min(quote === -1 ? chunk.length : quote, position + MAX_FIELD_LENGTH + 1 - this.#length);
    const run = chunk.slice(position, end);
    for (let next = run.indexOf('\n'); next !== -1; next = run.indexOf('\n', next + 1)) this.#line++;
    this.#append(run);
    if (this.#length > MAX_FIELD_LENGTH) {
      this.#skip(`the quote that opens on line ${this.#quoteLine} is never closed`);
      return end;
    }
    if (end !== quote) return end;
    this.#state = 'after-quote';
    return end + 1;
  }

  #readPlain(run: string): void {
    this.#followsCarriageReturn = false;
    if (this.#state === 'skipping') return;
    if (this.#state === 'after-quote') this.#setProblem(`text after the end of a quoted field on line ${this.#line}`);
    this.#state = 'plain';
    this.#append(run);
    if (this.#length > MAX_FIELD_LENGTH)
      this.#skip(`a field on line ${this.#line} has more than ${MAX_FIELD_LENGTH} characters`);
  }

  #readComma(): void {
    if (this.#state === 'skipping') return;
    if (this.#fields.length < MAX_FIELDS) this.#endField();
    else this.#skip(`line ${this.#line} has more than ${MAX_FIELDS} fields`);
  }

  #readQuote(): void {
    if (this.#state === 'after-quote') {
      // Two quotes in a quoted field stand for one quote.
      this.#state = 'quoted';
      this.#append('"');
    } else if (this.#state === 'start') {
      this.#state = 'quoted';
      this.#quoteLine = this.#line;
    } else if (this.#state === 'plain') this.#setProblem(`a quote within an unquoted field on line ${this.#line}`);
  }

  #append(run: string): void {
    this.#runs.push(run);
    this.#length += run.length;
  }

  #clearField(): void {
    this.#runs = [];
    this.#length = 0;
  }

  /** Marks the row as broken, discards the field and the rest of the line, and continues with the next line. */
  #skip(problem: string): void {
    this.#setProblem(problem);
    this.#clearField();
    this.#state = 'skipping';
  }

  #setProblem(problem: string): void {
    this.#problem ??= problem;
  }

  #endField(): void {
    this.#fields.push(this.#runs.length === 1 ? (this.#runs[0] ?? '') : this.#runs.join(''));
    this.#clearField();
    this.#state = 'start';
  }

  #endRow(): CsvRow {
    this.#endField();
    const row: CsvRow = { line: this.#rowLine, lineCount: this.#line - this.#rowLine + 1, fields: this.#fields };
    if (this.#problem !== undefined) row.problem = this.#problem;
    this.#fields = [];
    this.#problem = undefined;
    this.#line++;
    this.#rowLine = this.#line;
    return row;
  }
}

function endOfRun(chunk: string, from: number): number {
  for (let position = from; position < chunk.length; position++) {
    const char = chunk.charCodeAt(position);
    if (char === QUOTE || char === COMMA || char === NEW_LINE || char === CARRIAGE_RETURN) return position;
  }
  return chunk.length;
}
