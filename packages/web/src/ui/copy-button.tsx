import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dialogWords as words } from '../words/dialogs.ts';
import { Button } from './button.tsx';
import type { ButtonProps } from './button.tsx';
import { copyText } from './copy-text.ts';

export interface CopyButtonProps {
  /** The text to copy, or a function that returns it. */
  readonly text: string | (() => string);
  readonly label: string;
  readonly look?: ButtonProps['look'];
  /** The label of the button. */
  readonly children?: string;
}

/** Copies a text and confirms it for two seconds. */
export function CopyButton({ text, label, look = 'plain', children = words.copy }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);

  return (
    <Button
      look={look}
      aria-label={copied ? words.copiedLabel(label) : label}
      icon={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      onClick={() => {
        copyText(typeof text === 'string' ? text : text()).then(
          () => setCopied(true),
          () => setCopied(false),
        );
      }}
    >
      <span aria-live="polite">{copied ? words.copied : children}</span>
    </Button>
  );
}
