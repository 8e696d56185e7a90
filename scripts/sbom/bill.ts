import { z } from 'zod';

const licence = z.union([
  z.looseObject({ expression: z.string() }),
  z.looseObject({
    license: z.looseObject({ id: z.string().optional(), name: z.string().optional() }),
  }),
]);

const component = z
  .looseObject({
    group: z.string().optional(),
    name: z.string(),
    version: z.string(),
    purl: z.string(),
    licenses: z.array(licence).optional(),
  })
  // The group is the scope of the package.
  .transform(({ group, ...rest }) => ({
    ...rest,
    group,
    name: group === undefined ? rest.name : `${group}/${rest.name}`,
  }));

/** A package of the bill of materials, with its whole name. */
export type Component = z.output<typeof component>;

const bill = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(component).min(1),
});

/**
 * Reads the packages of a CycloneDX bill of materials. Throws SyntaxError for invalid JSON, and
 * ZodError for another form, such as no package or one without a version or purl.
 */
export function readComponents(text: string): readonly Component[] {
  return bill.parse(JSON.parse(text)).components;
}
