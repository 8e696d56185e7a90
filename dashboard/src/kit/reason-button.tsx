import { useState } from 'react';
import { ConfirmButton } from './confirm';
import { NoteField } from './note-field';

/**
 * A button for an action that needs a reason. Its dialog explains the `effect` and asks for the
 * reason. An empty or blank reason cannot be confirmed. `onConfirm` gets the reason as typed. If it
 * throws, the dialog stays open and shows the error.
 */
export function ReasonButton(props: {
  readonly label: string;
  readonly title: string;
  readonly effect: string;
  readonly reasonLabel: string;
  readonly maxLength: number;
  readonly disabled?: boolean;
  readonly onConfirm: (reason: string) => Promise<unknown>;
}) {
  const { label, title, effect, reasonLabel, maxLength, disabled = false, onConfirm } = props;
  const [reason, setReason] = useState('');
  return (
    <ConfirmButton
      label={label}
      title={title}
      color="red"
      disabled={disabled}
      isReady={reason.trim() !== ''}
      onConfirm={async () => {
        await onConfirm(reason);
        setReason('');
      }}
    >
      <p>{effect}</p>
      <NoteField
        label={reasonLabel}
        minRows={3}
        maxLength={maxLength}
        value={reason}
        onChange={setReason}
      />
    </ConfirmButton>
  );
}
