import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';

/** The pause in typing after which a search begins. */
const PAUSE_MILLISECONDS = 250;

/**
 * A search field. When the user pauses, `onSearch` gets the trimmed text if it differs from
 * `value`. A new `value` that is not the last search, for example of a reset, replaces the text.
 */
export function SearchField(props: {
  readonly label: string;
  readonly maxLength: number;
  /** The text that the shown results belong to. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}) {
  const { label, maxLength, value, onSearch } = props;
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState({ value, sent: value });
  if (seen.value !== value) {
    // A value other than the last search comes from outside, for example a reset. It is shown.
    if (value !== seen.sent) setText(value);
    setSeen({ ...seen, value });
  }
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === value) return;
    const timer = setTimeout(() => {
      setSeen((before) => ({ ...before, sent: wanted }));
      onSearch(wanted);
    }, PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  });
  return (
    <TextInput
      type="search"
      label={label}
      maxLength={maxLength}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
