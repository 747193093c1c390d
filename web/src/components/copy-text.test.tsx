import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { IdText } from './copy-text.tsx';

test.each([
  ['07ybqfj7qhkq7bk05e9s', '…bk05e9s'],
  ['short', 'short'],
  ['3bd13d28cd5265b8a90e_202611', '…a90e_202611'],
  ['77ee596846e2df8e053f_202611', '…053f_202611'],
  ['TGS2VK7V_5fc382dd46c8d9a7868c', '…9a7868c'],
])('the ID %s is told from others of a list as %s', (id, shown) => {
  render(<IdText id={id} label="Copy" />);
  expect(screen.getByText(shown)).toBeVisible();
});
