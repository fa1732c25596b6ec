export interface CsvRow {
  line: number;
  lines: number;
  fields: string[];
  problem?: string;
}

/** Longer than any product text may be, so that an unclosed quote does not swallow the whole file. */
const MAX_FIELD_LENGTH = 500_000;
const MAX_FIELDS = 2_000;

/**
 * Parses rows from chunks of text. A stray quote marks only its row as broken; parsing continues with the next row
 * (docs/decisions/0005-own-csv-reader.md).
 */
export async function* readCsvRows(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const parser = new RowParser();
  for await (const piece of pieces) yield* parser.read(piece);
  yield* parser.end();
}

/** `skipped`: the rest of a rejected line. */
type State = 'start' | 'plain' | 'quoted' | 'after-quote' | 'skipped';

const [QUOTE, COMMA, NEW_LINE, RETURN] = ['"', ',', '\n', '\r'].map((char) => char.charCodeAt(0));

/** Copies runs of text between special characters: appending single characters would cost hundreds of bytes each. */
class RowParser {
  #state: State = 'start';
  /** The runs of the current field. */
  #runs: string[] = [];
  #length = 0;
  #fields: string[] = [];
  #problem: string | undefined;
  #line = 1;
  #rowLine = 1;
  #quoteLine = 1;
  #wasReturn = false;

  *read(piece: string): Generator<CsvRow> {
    for (let at = 0; at < piece.length; ) {
      if (this.#state === 'quoted') {
        at = this.#readQuoted(piece, at);
        continue;
      }
      const end = endOfRun(piece, at);
      if (end > at) this.#readPlain(piece.slice(at, end));
      if (end === piece.length) return;
      const char = piece.charCodeAt(end);
      const isSecondHalf = char === NEW_LINE && this.#wasReturn && end === at;
      this.#wasReturn = char === RETURN;
      if (char === QUOTE) this.#readQuote();
      else if (char === COMMA) this.#readComma();
      else if (!isSecondHalf) yield this.#endRow();
      at = end + 1;
    }
  }

  *end(): Generator<CsvRow> {
    if (this.#state === 'quoted') this.#refuse(`the quote that opens in line ${this.#quoteLine} is never closed`);
    if (this.#state !== 'start' || this.#fields.length > 0) yield this.#endRow();
  }

  /** Returns the position after the closing quote, at the end of the chunk, or where the field became too long. */
  #readQuoted(piece: string, at: number): number {
    const quote = piece.indexOf('"', at);
    const end = Math.min(quote === -1 ? piece.length : quote, at + MAX_FIELD_LENGTH + 1 - this.#length);
    const run = piece.slice(at, end);
    for (let next = run.indexOf('\n'); next !== -1; next = run.indexOf('\n', next + 1)) this.#line++;
    this.#take(run);
    if (this.#length > MAX_FIELD_LENGTH) {
      this.#skip(`the quote that opens in line ${this.#quoteLine} is never closed`);
      return end;
    }
    if (end !== quote) return end;
    this.#state = 'after-quote';
    return end + 1;
  }

  #readPlain(run: string): void {
    this.#wasReturn = false;
    if (this.#state === 'skipped') return;
    if (this.#state === 'after-quote') this.#refuse(`text after the end of a quoted field in line ${this.#line}`);
    this.#state = 'plain';
    this.#take(run);
    if (this.#length > MAX_FIELD_LENGTH)
      this.#skip(`a field of line ${this.#line} has more than ${MAX_FIELD_LENGTH} characters`);
  }

  #readComma(): void {
    if (this.#state === 'skipped') return;
    if (this.#fields.length < MAX_FIELDS) this.#endField();
    else this.#skip(`line ${this.#line} has more than ${MAX_FIELDS} fields`);
  }

  #readQuote(): void {
    if (this.#state === 'after-quote') {
      // A doubled quote is an escaped quote.
      this.#state = 'quoted';
      this.#take('"');
    } else if (this.#state === 'start') {
      this.#state = 'quoted';
      this.#quoteLine = this.#line;
    } else if (this.#state === 'plain') this.#refuse(`a quote within an unquoted field in line ${this.#line}`);
  }

  #take(run: string): void {
    this.#runs.push(run);
    this.#length += run.length;
  }

  #drop(): void {
    this.#runs = [];
    this.#length = 0;
  }

  /** Discards the text and continues with the next line. */
  #skip(problem: string): void {
    this.#refuse(problem);
    this.#drop();
    this.#state = 'skipped';
  }

  #refuse(problem: string): void {
    this.#problem ??= problem;
  }

  #endField(): void {
    this.#fields.push(this.#runs.length === 1 ? (this.#runs[0] ?? '') : this.#runs.join(''));
    this.#drop();
    this.#state = 'start';
  }

  #endRow(): CsvRow {
    this.#endField();
    const row: CsvRow = { line: this.#rowLine, lines: this.#line - this.#rowLine + 1, fields: this.#fields };
    if (this.#problem !== undefined) row.problem = this.#problem;
    this.#fields = [];
    this.#problem = undefined;
    this.#line++;
    this.#rowLine = this.#line;
    return row;
  }
}

function endOfRun(piece: string, from: number): number {
  for (let at = from; at < piece.length; at++) {
    const char = piece.charCodeAt(at);
    if (char === QUOTE || char === COMMA || char === NEW_LINE || char === RETURN) return at;
  }
  return piece.length;
}
