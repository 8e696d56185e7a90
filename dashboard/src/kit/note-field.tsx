import { Textarea } from '@mantine/core';
import { LIMITS } from '../../../src/registry/limits';

/**
 * A field for some sentences, which grows with its text. Without `maxLength`, the limit of a review
 * note applies.
 */
export function NoteField(props: {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly maxLength?: number;
  readonly minRows?: number;
  readonly onChange: (value: string) => void;
}) {
  const { label, hint, value, onChange } = props;
  const { maxLength = LIMITS.reviewNoteCharacters, minRows = 2 } = props;
  return (
    <Textarea
      label={label}
      description={hint}
      autosize
      minRows={minRows}
      maxLength={maxLength}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
