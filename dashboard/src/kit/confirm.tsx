import { Button, Group, Modal } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Overlay.css';
import { catchFocus, useCaughtFocus } from './catch-focus';
import { ProblemAlert } from './problem-alert';
import { useWrite } from './use-write';

/**
 * A button for an action that needs a confirmation. Its dialog has a second button that runs it. If
 * the action removes or disables the button, the focus moves to the main part of the page.
 */
export function ConfirmButton(props: {
  /** The name of the action, on both buttons. */
  readonly label: string;
  /** The title of the dialog. */
  readonly title: string;
  /** The consequences, and whether they can be undone. */
  readonly children: ReactNode;
  /** Runs the action. If it throws, the dialog stays open and shows the error. */
  readonly onConfirm: () => Promise<unknown>;
  readonly color?: 'red' | 'accent';
  readonly variant?: 'filled' | 'default' | 'outline' | 'subtle';
  readonly disabled?: boolean;
  /**
   * The path of the list with the object that the action creates, if it is another view. The error
   * of a creation whose result is lost links to it.
   */
  readonly list?: string;
  /** Whether the input in the dialog is complete; true by default. */
  readonly isReady?: boolean;
}) {
  const { label, title, children, onConfirm, color } = props;
  const { variant = 'default', disabled = false, isReady = true, list } = props;
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { run, isBusy, error, clear } = useWrite();
  const confirm = async () => {
    if (await run(onConfirm)) setOpen(false);
  };
  const trigger = useRef<HTMLButtonElement>(null);
  useCaughtFocus(trigger, isOpen);
  const open = () => {
    clear();
    setOpen(true);
  };
  return (
    <>
      <Button
        ref={trigger}
        variant={variant}
        {...(color ? { color } : {})}
        disabled={disabled}
        onClick={open}
      >
        {label}
      </Button>
      <Modal.Root
        opened={isOpen}
        onClose={() => setOpen(false)}
        onExitTransitionEnd={catchFocus}
        centered
      >
        <Modal.Overlay />
        <Modal.Content>
          <Modal.Body>
            <Modal.Title mb="sm">{title}</Modal.Title>
            {children}
            {error !== null && <ProblemAlert error={error} {...(list ? { list } : {})} />}
            <Group mt="lg" justify="flex-end">
              <Button variant="default" onClick={() => setOpen(false)}>
                {t('app.cancel')}
              </Button>
              <Button
                {...(color ? { color } : {})}
                loading={isBusy}
                disabled={!isReady}
                onClick={() => void confirm()}
              >
                {label}
              </Button>
            </Group>
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </>
  );
}
