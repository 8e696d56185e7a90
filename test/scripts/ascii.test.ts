import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
// @ts-expect-error A script of the build, in plain JavaScript.
import { inAscii } from '../../scripts/ascii.mjs';

/** The value of an expression after its characters were escaped. */
function valueIn(expression: string): unknown {
  const code = inAscii('program.cjs', expression);
  expect(code).not.toMatch(/[\u0080-\uffff]/);
  return runInNewContext(code);
}

describe('a bundled program in ASCII', () => {
  it.each([
    ["'é 😀'", 'é 😀'],
    ["'\\é'", 'é'],
    ["'\\\\é'", '\\é'],
    [`\`é\${'ü'}\``, 'éü'],
    ['/^[é😀]$/u.test("😀")', true],
    ['({ é: 1 }).é', 1],
    [`String.raw\`\\n\${'é'}\``, '\\né'],
  ])('%s keeps its value', (expression, value) => {
    expect(valueIn(expression)).toBe(value);
  });

  it.each(['String.raw`é`', 'String.raw`a\\é`', `String.raw\`$ \${1} é\``, 'String.raw`\\`é`'])(
    '%s fails the build, because its value would change',
    (expression) => {
      expect(() => inAscii('program.cjs', expression)).toThrow('program.cjs: String.raw');
    },
  );

  it('an identifier outside of the basic plane fails the build', () => {
    expect(() => inAscii('program.cjs', 'const 𝒳 = 1')).toThrow('program.cjs cannot be escaped');
  });
});
