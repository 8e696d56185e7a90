import { formBytes, formType } from '../../../pictures.js';
import { type Cell, isForm, refusing } from '../cell.js';
import type { Sample } from '../sample.js';
import { bodyOf, formOf, type Subject } from '../subject.js';

const ruleOf = ({ operation }: Subject) => {
  const { form } = operation.route.body ?? {};
  if (!form) throw new Error(`${operation.operationId} takes no form`);
  return form;
};

/** The file of a sample, padded to the limit plus some bytes. Bytes after a picture are ignored. */
function padded(subject: Subject, { file = Buffer.alloc(0) }: Sample, moreBytes: number): Buffer {
  const bytes = Buffer.alloc(ruleOf(subject).file.limitBytes + moreBytes);
  file.copy(bytes);
  return bytes;
}

/** Forms with files. */
export const formCells: readonly Cell[] = [
  {
    name: 'accepts a form of its maximum size',
    applies: isForm,
    async check(subject) {
      const sample = await subject.light();
      const json = Buffer.alloc(subject.operation.bodyLimitBytes, ' ');
      bodyOf(sample)?.copy(json);
      await subject.done({ ...sample, file: padded(subject, sample, 0) });
      await subject.done(await subject.light(), { body: json.subarray(0, 64 * 1024) });
    },
  },
  {
    name: 'rejects a larger form, with and without Content-Length',
    applies: isForm,
    check: refusing(async (subject) => {
      const { spare, refused } = subject;
      const sample = await spare();
      const expected = '413 request_body_too_large';
      const rule = ruleOf(subject);
      const form = formOf(rule, { ...sample, file: padded(subject, sample, 1) }, bodyOf(sample));
      await refused(sample, { form }, expected);
      await refused(sample, { form: [form.subarray(0, 1000), form.subarray(1000)] }, expected);
      await refused(sample, { body: Buffer.alloc(64 * 1024 + 1, ' ') }, expected);
    }),
  },
  {
    name: 'rejects other media types, codings and parts',
    applies: isForm,
    check: refusing(async (subject) => {
      const { spare, refused } = subject;
      const sample = await spare();
      const rule = ruleOf(subject);
      const form = formOf(rule, sample, bodyOf(sample));
      const types = ['application/json', 'multipart/form-data', 'multipart/mixed; boundary=x', ''];
      for (const type of [...types, formType('other'), null]) {
        await refused(sample, { form, headers: { 'Content-Type': type } }, '400 invalid_request');
      }
      const headers = { 'Content-Encoding': 'gzip' };
      await refused(sample, { form, headers }, '400 invalid_request');
      await refused(sample, { form: form.subarray(0, -9) }, '400 invalid_request');
      await refused(sample, { form: formBytes([]) }, '400 invalid_input');
    }),
  },
];
