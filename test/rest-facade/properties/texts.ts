import fc from 'fast-check';

/** Any text, including NUL, other controls and halves of surrogate pairs. */
export const anyText = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff)), { maxLength: 100 })
  .map((units) => String.fromCharCode(...units));

/** Any text that UTF-8 can encode. */
export const wholeText = anyText.map((text) => Buffer.from(text).toString());
