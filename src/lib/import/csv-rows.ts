export interface CsvRow {
  line: number;
  lines: number;
  fields: string[];
  problem?: string;
}

const LONGEST_FIELD = 1_000_000;

/** Reads rows from pieces of text. A stray quote marks its row, and the next is read (docs/decisions/0005-own-csv-reader.md). */
export async function* readCsvRows(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const parser = new RowParser();
  for await (const piece of pieces) yield* parser.read(piece);
  yield* parser.end();
}

type State = 'start' | 'plain' | 'quoted' | 'after-quote';

class RowParser {
  #state: State = 'start';
  #field = '';
  #fields: string[] = [];
  #problem: string | undefined;
  #line = 1;
  #rowLine = 1;
  #quoteLine = 1;
  #wasReturn = false;

  *read(piece: string): Generator<CsvRow> {
    for (const char of piece) {
      const isSecondHalf = char === '\n' && this.#wasReturn;
      this.#wasReturn = char === '\r' && this.#state !== 'quoted';
      if (isSecondHalf) continue;
      if (this.#state === 'quoted') this.#readQuoted(char);
      else if (char === '\n' || char === '\r') yield this.#endRow();
      else this.#readOpen(char);
    }
  }

  *end(): Generator<CsvRow> {
    if (this.#state === 'quoted') this.#refuse(`the quote that opens in line ${this.#quoteLine} is never closed`);
    if (this.#state !== 'start' || this.#fields.length > 0) yield this.#endRow();
  }

  #readQuoted(char: string): void {
    if (char === '"') {
      this.#state = 'after-quote';
      return;
    }
    if (char === '\n') this.#line++;
    this.#field += char;
    if (this.#field.length <= LONGEST_FIELD) return;
    this.#refuse(`the quote that opens in line ${this.#quoteLine} is never closed`);
    this.#field = '';
    this.#state = 'plain';
  }

  #readOpen(char: string): void {
    if (char === ',') this.#endField();
    else if (char !== '"') {
      if (this.#state === 'after-quote') this.#refuse(`text after the end of a quoted field in line ${this.#line}`);
      this.#state = 'plain';
      this.#field += char;
    } else if (this.#state === 'after-quote') {
      // A doubled quote stands for one.
      this.#state = 'quoted';
      this.#field += char;
    } else if (this.#state === 'start') {
      this.#state = 'quoted';
      this.#quoteLine = this.#line;
    } else this.#refuse(`a quote within an unquoted field in line ${this.#line}`);
  }

  #refuse(problem: string): void {
    this.#problem ??= problem;
  }

  #endField(): void {
    this.#fields.push(this.#field);
    this.#field = '';
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
