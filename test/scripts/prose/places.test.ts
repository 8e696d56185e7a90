import { describe, expect, test } from 'vitest';
import { lint } from './lint.js';

/** Line, column, rule and sentence of each finding. */
function found(path: string, source: string) {
  return lint(path, source).map(
    ({ line, column, rule, sentence }) => `${line}:${column} ${rule}: ${sentence}`,
  );
}

describe('TypeScript', () => {
  test('comments of every form are found at their place', () => {
    const source = [
      'const a = 1; // Nobody reads a.',
      '/**',
      ' * Returns it. Then',
      ' * nobody reads it.',
      ' */',
      'const b = /* Nobody. */ 2;',
      '  // First line,',
      '  // second line of nobody.',
    ].join('\n');
    expect(found('src/example.ts', source)).toEqual([
      '1:17 unnamed-actor: Nobody reads a.',
      '4:4 unnamed-actor: Then nobody reads it.',
      '6:14 unnamed-actor: Nobody.',
      '8:21 unnamed-actor: First line, second line of nobody.',
    ]);
  });

  test('a comment beside code and the comment below it are two', () => {
    const source = 'const a = 1; // whole\n// numbers nobody counts\n';
    expect(found('src/example.ts', source)).toEqual(['2:12 unnamed-actor: numbers nobody counts']);
  });

  test('slashes in a string, a template or a pattern begin no comment', () => {
    const source = [
      "const a = 'http://nobody';",
      `const b = \`// nobody \${a /* Nobody. */} // nobody\`;`,
      'const c = /[/]/ // nobody',
      'const d = a / 2; // nobody',
    ].join('\n');
    expect(found('scripts/example.mjs', source)).toEqual([
      '2:29 unnamed-actor: Nobody.',
      '3:20 unnamed-actor: nobody',
      '4:21 unnamed-actor: nobody',
    ]);
  });

  test('comments of .tsx files are found, text and attributes of elements are not', () => {
    const source = [
      '/** A view of nobody. */',
      "const a = <p>It's at // nobody</p>; // nobody",
      'const b = <a href="http://nobody" title="\\" /* Nobody. */>',
      '  {/* Nobody. */}',
      '  {one} /* nobody */ {`two`}',
      '</a>;',
      'const c = <T,>(d: T) => <></>; // nobody',
    ].join('\n');
    expect(found('dashboard/src/example.tsx', source)).toEqual([
      '1:15 unnamed-actor: A view of nobody.',
      '2:40 unnamed-actor: nobody',
      '3:48 unnamed-actor: Nobody.',
      '4:7 unnamed-actor: Nobody.',
      '7:35 unnamed-actor: nobody',
    ]);
  });

  test('code in a fence of a comment is no prose', () => {
    const source = '/**\n * Example:\n * ```\n * nobody\n * ```\n * nobody\n */\n';
    expect(found('src/example.ts', source)).toEqual(['6:4 unnamed-actor: nobody']);
  });

  test('descriptions are found in all parts of a sum', () => {
    const source = "f({ description: 'A mod of ' +\n  'nobody.', title: 'Nobody' });\n";
    expect(lint('src/example.ts', source)).toMatchObject([
      { line: 2, column: 4, rule: 'unnamed-actor' },
    ]);
  });

  test('descriptions of zod schemas are found', () => {
    const source = "z.string().describe('A mod of nobody.');\ndescribe('nobody');\n";
    expect(found('src/example.ts', source)).toEqual(['1:31 unnamed-actor: A mod of nobody.']);
  });

  test('descriptions in test data are no prose', () => {
    expect(found('test/example.ts', "f({ description: 'nobody' });")).toEqual([]);
  });

  test('descriptions of examples that the OpenAPI document shows are prose', () => {
    expect(found('test/operations/example.ts', "f({ summary: 'nobody' });")).toHaveLength(1);
  });

  test('names are found of each form of a test', () => {
    const source = [
      "test('is one', () => {});",
      "it.skipIf(true)('is two', () => {});",
      "it.each([1])('is %s', () => {});",
      `it.each\`a\`(\`is \${three} with\`, () => {});`,
      "describe.each([1])('nobody of %s', () => {});",
      "longTest('is six', () => {});",
    ].join('\n');
    expect(lint('test/example.test.ts', source)).toMatchObject([
      { line: 1, column: 7, rule: 'test-subject' },
      { line: 2, column: 18, rule: 'test-subject' },
      { line: 3, column: 15, rule: 'test-subject' },
      { line: 4, column: 13, rule: 'test-subject' },
      { line: 5, column: 21, rule: 'unnamed-actor' },
      { line: 6, column: 11, rule: 'test-subject' },
    ]);
  });

  test('names are found of the tests of each client, and of no other code', () => {
    const source = "it('is one', () => {});\n";
    expect(found('clients/cli/test/example.test.ts', source)).toEqual(['1:5 test-subject: is one']);
    expect(found('clients/typescript/test/example.test.ts', source)).toHaveLength(1);
    expect(found('clients/typescript/src/example.ts', source)).toEqual([]);
  });

  test('descriptions in test data of a client are no prose', () => {
    expect(found('clients/cli/test/example.ts', "f({ description: 'nobody' });")).toEqual([]);
  });

  test('a group of tests may be named after a condition', () => {
    expect(found('test/example.test.ts', "describe('without Redis', () => {});")).toEqual([]);
  });
});

describe('Markdown', () => {
  test('prose is found at its place, without code and addresses of links', () => {
    const source = [
      '# Title',
      '',
      'A **bold** word, `nobody`, a [link](nobody.md) and',
      'nobody.',
      '',
      '    nobody',
      '',
      '> Quoted text of',
      '> nobody.',
      '',
      '- item',
      '  - nobody',
      '',
      '| Head |',
      '|---|',
      '| nobody, `nobody` |',
    ].join('\n');
    expect(lint('docs/example.md', source)).toMatchObject([
      { line: 4, column: 1, rule: 'unnamed-actor' },
      { line: 9, column: 3, sentence: 'Quoted text of nobody.' },
      { line: 12, column: 5, sentence: 'nobody' },
      { line: 16, column: 3, rule: 'unnamed-actor' },
    ]);
  });

  test('the changelog is read up to the first released version', () => {
    const source = '# Changelog\n\n## Unreleased\n\n- nobody\n\n## 1.0.0\n\n- nobody\n';
    expect(found('CHANGELOG.md', source)).toEqual(['5:3 unnamed-actor: nobody']);
    expect(found('docs/CHANGELOG.md', source)).toHaveLength(2);
  });
});

describe('other files', () => {
  test('findings of several rules are in the order of the file', () => {
    const sentence = `What ${'word '.repeat(36)}nobody as it stands.`;
    expect(found('docs/a.md', sentence).map((line) => line.split(': ')[0])).toEqual([
      '1:1 clause-first',
      '1:1 long-sentence',
      '1:186 unnamed-actor',
      '1:193 private-word',
    ]);
  });

  test('GraphQL comments and descriptions are found, arguments are not', () => {
    const source = [
      '# Nobody reads it.',
      'type Query {',
      '  """',
      '  A mod of nobody.',
      '  """',
      '  mod(name: String = "nobody"): String',
      '  "nobody" other: Int',
      '}',
    ].join('\n');
    expect(found('src/example.graphql', source)).toEqual([
      '1:3 unnamed-actor: Nobody reads it.',
      '4:12 unnamed-actor: A mod of nobody.',
      '7:4 unnamed-actor: nobody',
    ]);
  });

  test('Prisma comments are found, strings are not', () => {
    const source =
      '/// Nobody\n// reads.\nmodel A {\n  url String @default("//nobody") // nobody\n}\n';
    expect(found('prisma/schema.prisma', source)).toEqual([
      '1:5 unnamed-actor: Nobody reads.',
      '4:38 unnamed-actor: nobody',
    ]);
  });

  test('comments of shell scripts are found, shebangs and commands are not', () => {
    const source = '#!/usr/bin/env nobody\n# For nobody.\nrun nobody # nobody\n';
    expect(found('.ci/services/example.sh', source)).toEqual(['2:7 unnamed-actor: For nobody.']);
  });

  test('generated files and other kinds of files are not read', () => {
    for (const path of [
      'schema.graphql',
      'docs/generated/errors.md',
      'src/platform/database/generated/client.ts',
      'rest-facade/released/notes.md',
      'LICENSE',
    ]) {
      expect(found(path, '# nobody')).toEqual([]);
    }
  });
});
