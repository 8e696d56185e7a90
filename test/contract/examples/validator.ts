import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Json } from '../../actors.js';

/**
 * Returns a validator of values for an OpenAPI document, by the place of their schema. It returns
 * the errors, or null.
 */
export function validatorOf(document: Json) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  // Clients must expect further values, but the service sends only those of the document.
  ajv.addKeyword({
    keyword: 'x-extensible-enum',
    validate: (known: readonly string[], value: unknown) => known.some((one) => one === value),
  });
  // OpenAPI uses these formats only to mark a size.
  for (const name of ['int32', 'int64']) ajv.addFormat(name, true);
  ajv.addSchema({ $id: 'https://modport.example/openapi.json', ...document });
  return (pointer: readonly string[], value: unknown): string | null => {
    const path = pointer.map((key) =>
      encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')),
    );
    const validate = ajv.getSchema(`https://modport.example/openapi.json#/${path.join('/')}`);
    if (!validate) throw new Error(`no schema at ${pointer.join(' ')}`);
    return validate(value) ? null : ajv.errorsText(validate.errors);
  };
}
