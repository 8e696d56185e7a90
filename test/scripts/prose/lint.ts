import { type Finding, proseLinter } from '../../../scripts/prose/lint.js';
import { readWordList } from '../../../scripts/prose/words.js';

/** A linter with the project's own word list. */
export const lint = proseLinter(readWordList());

/** The rules that a comment breaks. */
export function rulesOfComment(comment: string): string[] {
  return rules(lint('src/example.ts', `// ${comment}\n`));
}

/** The rules that the name of a test breaks. */
export function rulesOfTestName(name: string): string[] {
  return rules(lint('test/example.test.ts', `test(${JSON.stringify(name)}, () => {});\n`));
}

/** The rules that a Markdown document breaks. */
export function rulesOfDocument(markdown: string): string[] {
  return rules(lint('docs/example.md', markdown));
}

function rules(findings: readonly Finding[]): string[] {
  return findings.map(({ rule }) => rule);
}
