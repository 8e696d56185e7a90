import ts from 'typescript';
import { commentPassages } from './comments.js';
import { onlySpans, type Passage, placeholder, type Span, withoutNames } from './passage.js';

const TEST_CALLS: ReadonlyMap<string, Passage['kind']> = new Map([
  ['it', 'test name'],
  ['test', 'test name'],
  ['longTest', 'test name'],
  ['describe', 'group name'],
]);
const TESTS = /^(?:clients\/[^/]+\/)?test\//;
const DESCRIPTIONS = new Set(['description', 'summary', 'deprecationReason']);

/** Comments, names of tests, and descriptions of GraphQL and OpenAPI members and of zod schemas. */
export function typescriptPassages(path: string, source: string): Passage[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest);
  const inTests = TESTS.test(path);
  // Descriptions in tests reach no reader, except those in the examples of operations, which the
  // OpenAPI document shows.
  const isShown = !inTests || path.startsWith('test/operations/');
  const literals = new Map<number, number>();
  const passages: Passage[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) literals.set(node.pos, node.end);
    else if (isLiteralToken(node)) literals.set(node.getStart(file), node.end);
    else if (inTests && ts.isCallExpression(node)) passages.push(...testName(node, file));
    else if (isShown) passages.push(...description(node, file));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...commentPassages(source, commentsOf(source, literals)), ...passages];
}

/** Whether the scanner reads a token wrongly without the parser: a template, pattern or string. */
function isLiteralToken(node: ts.Node): boolean {
  return (
    ts.isTemplateLiteralToken(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isStringLiteral(node)
  );
}

function commentsOf(source: string, literals: ReadonlyMap<number, number>): Span[] {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false);
  scanner.setText(source);
  const comments: Span[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const start = scanner.getTokenStart();
    const literalEnd = literals.get(start);
    if (literalEnd !== undefined) scanner.resetTokenState(literalEnd);
    else if (isComment(kind)) comments.push({ start, end: scanner.getTokenEnd() });
  }
  return comments;
}

function isComment(kind: ts.SyntaxKind): boolean {
  return (
    kind === ts.SyntaxKind.SingleLineCommentTrivia || kind === ts.SyntaxKind.MultiLineCommentTrivia
  );
}

function testName(call: ts.CallExpression, file: ts.SourceFile): Passage[] {
  const [name] = call.arguments;
  const kind = TEST_CALLS.get(rootOf(call.expression));
  return name === undefined || kind === undefined
    ? []
    : passageOf(kind, contentsOf(name, file), file);
}

/** `it` of `it`, `it.each(rows)` and `it.each` followed by a template. */
function rootOf(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text;
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) {
    return rootOf(callee.expression);
  }
  return ts.isTaggedTemplateExpression(callee) ? rootOf(callee.tag) : '';
}

function description(node: ts.Node, file: ts.SourceFile): Passage[] {
  const text = describedBy(node);
  return text === undefined ? [] : passageOf('description', contentsOf(text, file), file);
}

/** The text of `description: text` or of `schema.describe(text)`. */
function describedBy(node: ts.Node): ts.Expression | undefined {
  if (ts.isPropertyAssignment(node)) {
    const isNamed = ts.isIdentifier(node.name) && DESCRIPTIONS.has(node.name.text);
    return isNamed ? node.initializer : undefined;
  }
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) {
    return undefined;
  }
  return node.expression.name.text === 'describe' ? node.arguments[0] : undefined;
}

function passageOf(
  kind: Passage['kind'],
  contents: readonly Span[],
  file: ts.SourceFile,
): Passage[] {
  const [first] = contents;
  if (first === undefined) return [];
  const text = onlySpans(file.text, contents).replace(/\$\{[^}]*\}/g, placeholder);
  return [{ kind, start: first.start, text: withoutNames(text) }];
}

/** The text between the quotes of a string, a template, or a sum of them. */
function contentsOf(value: ts.Expression, file: ts.SourceFile): Span[] {
  if (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    return [...contentsOf(value.left, file), ...contentsOf(value.right, file)];
  }
  if (!ts.isStringLiteralLike(value) && !ts.isTemplateExpression(value)) return [];
  return [{ start: value.getStart(file) + 1, end: value.end - 1 }];
}
