import { type DayBounds, DayInput, dayOfInput, problemOfInput, useDayText } from './day-input.tsx';

interface DateFieldProps extends Pick<DayBounds, 'min' | 'max'> {
  label: string;
  /** Marks the field; the form's schema refuses an empty one when it is sent. */
  required?: boolean;
  value: Date | null;
  /** Another problem of the value. */
  problem?: string | undefined;
  /**
   * Called with a whole, allowed day or null; what is half typed stays in the field, and a
   * FormDialog with it is not sent.
   */
  onChange: (day: Date | null) => void;
}

/** A day, typed or chosen from a calendar. Days are those of UTC (decision 049). */
export function DateField({ label, required = false, value, problem, onChange, ...bounds }: DateFieldProps) {
  const [text, setText] = useDayText(value);
  const change = (next: string) => {
    setText(next);
    if (problemOfInput(next, bounds) === null) onChange(dayOfInput(next));
  };
  const unread = problemOfInput(text, bounds);
  return <DayInput label={label} text={text} required={required} {...bounds} unread={unread} problem={problem} onText={change} />;
}
