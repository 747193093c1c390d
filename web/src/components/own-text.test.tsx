import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { OwnText } from './own-text.tsx';

test.each([
  ['ann.lee@shop.example', 'ann.<wbr>lee<wbr>@shop.<wbr>example'],
  ['Ask ann@shop.example. 3.5 is free.', 'Ask ann<wbr>@shop.<wbr>example. 3.5 is free.'],
  ['https://shop.example/hooks/orders', 'https://<wbr>shop.example/<wbr>hooks/<wbr>orders'],
  ['Demo shop', 'Demo shop'],
])('a line of %s ends where a reader would end it', (text, html) => {
  const { container } = render(<OwnText>{text}</OwnText>);
  expect(container.firstElementChild?.innerHTML).toBe(html);
  expect(container.textContent).toBe(text);
});
