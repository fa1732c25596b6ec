import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import ts from 'typescript';

/** Finds the positions (`path:line`) where an error is swallowed without a comment that explains why. */
export async function swallowedErrors(pattern = 'src/**/*.{ts,tsx,astro}'): Promise<string[]> {
  const problems: string[] = [];
  for await (const path of glob(pattern)) {
    const text = readFileSync(path, 'utf8');
    problems.push(...swallowedIn(path, path.endsWith('.astro') ? frontmatter(text) : text));
  }
  return problems.sort();
}

export function swallowedIn(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kindOf(path));
  const problems: string[] = [];
  const visit = (node: ts.Node) => {
    const handler = handlerOf(node);
    if (handler && !isHandled(handler, path, file)) {
      problems.push(`${path}:${file.getLineAndCharacterOfPosition(handler.node.getStart(file)).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return problems;
}

/** Returns a component's code, with its original line numbers. */
function frontmatter(text: string): string {
  const [, code = ''] = /^---\n([\s\S]*?)\n---/.exec(text) ?? [];
  return `\n${code}`;
}

function kindOf(path: string): ts.ScriptKind {
  return path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
}

interface Handler {
  node: ts.Node;
  /** The name of the error in the handler, or undefined if the handler does not declare the error. */
  name: string | undefined;
  body: ts.Node;
}

/**
 * Returns the handler in `catch (error) { … }`, `.catch((error) => …)` and `.then(…, (error) => …)`. Functions that are
 * passed by name are not checked, because they receive the error.
 */
function handlerOf(node: ts.Node): Handler | undefined {
  if (ts.isCatchClause(node)) {
    return { node, name: node.variableDeclaration?.name.getText(), body: node.block };
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const method = node.expression.name.text;
  const handler = method === 'catch' ? node.arguments[0] : method === 'then' ? node.arguments[1] : undefined;
  // Zod's `z.catch` sets a default value; it does not handle errors.
  if (!handler || node.expression.expression.getText() === 'z') return undefined;
  if (!ts.isArrowFunction(handler) && !ts.isFunctionExpression(handler)) return undefined;
  return { node: node.expression.name, name: handler.parameters[0]?.name.getText(), body: handler.body };
}

function isHandled({ node, name, body }: Handler, path: string, file: ts.SourceFile): boolean {
  if (name !== undefined && mentions(body, name)) return true;
  if (isExplained(node, body, file)) return true;
  return !/\.(server\.ts|astro)$/.test(path) && hasVisibleResult(body);
}

function mentions(body: ts.Node, name: string): boolean {
  if (ts.isIdentifier(body) && body.text === name) return true;
  return ts.forEachChild(body, (child) => mentions(child, name) || undefined) ?? false;
}

/** Checks for a comment inside the handler, at the end of its lines, or in the line above the handler or statement. */
function isExplained(node: ts.Node, body: ts.Node, file: ts.SourceFile): boolean {
  const lines = file.text.split('\n');
  const lineOf = (position: number) => file.getLineAndCharacterOfPosition(position).line;
  const first = lineOf(node.getStart(file));
  const statement = ts.findAncestor(node, ts.isStatement);
  const above = lines[(statement ? lineOf(statement.getStart(file)) : first) - 1] ?? '';
  const within = lines.slice(first, lineOf(body.getEnd()) + 1);
  return [above, lines[first - 1] ?? '', ...within].some((line) => /\/\/ |\*\//.test(line.replace(/https?:\/\//g, '')));
}

const EMPTY_VALUE = /^(undefined|null|false|void 0|\[\]|\{\}|\(\{\}\))$/;

/** Checks whether the handler returns a value, throws, shows a message or opens another page. */
function hasVisibleResult(body: ts.Node): boolean {
  if (!ts.isBlock(body)) return !EMPTY_VALUE.test(body.getText());
  let hasResult = false;
  const visit = (node: ts.Node) => {
    if (ts.isReturnStatement(node) && node.expression && !EMPTY_VALUE.test(node.expression.getText())) hasResult = true;
    if (ts.isThrowStatement(node) || /^(toast|location\.assign|set[A-Z]\w+)\(/.test(node.getText())) hasResult = true;
    ts.forEachChild(node, visit);
  };
  visit(body);
  return hasResult;
}
