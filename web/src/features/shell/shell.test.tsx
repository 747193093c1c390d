import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aPage, aProject } from '../../testing/builders.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { renderApp, signInAs } from '../../testing/render-app.tsx';

const server = () =>
  fakeServer({ 'GET /app/projects': () => aPage([aProject()]), 'GET /app/projects/:id': () => ({ success: true, data: aProject() }) });

test('S0-2.11-08 the header welcomes the person by the name in the token', async () => {
  signInAs({ name: 'Grace Hopper' });
  server();
  renderApp('/projects');
  expect(await screen.findByText('Welcome Grace Hopper')).toBeVisible();
});
