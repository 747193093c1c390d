import type { Capability } from '@bedplate/contract';
import type { ComponentType } from 'react';
import { Navigate, Outlet, type RouteObject, useParams } from 'react-router-dom';
import { FullPageProgress } from '../components/full-page-progress.tsx';
import { RequireCapability, RequireSession } from './guards.tsx';
import { paths } from './paths.ts';
import { RouteError } from './route-error.tsx';

/** Every page; each is a chunk of its own. */
export const routes: RouteObject[] = [
  {
    errorElement: <RouteError />,
    hydrateFallbackElement: <FullPageProgress />,
    element: <Outlet />,
    children: [
      { path: '/', lazy: page(async () => (await import('../pages/landing-page.tsx')).LandingPage) },
      { path: '/login', lazy: page(async () => (await import('../pages/login-page.tsx')).LoginPage) },
      { path: '/register', lazy: page(async () => (await import('../pages/register-page.tsx')).RegisterPage) },
      { path: '/forgot-password', lazy: page(async () => (await import('../pages/forgot-password-page.tsx')).ForgotPasswordPage) },
      { path: '/user/:token/verify', lazy: page(async () => (await import('../pages/verify-page.tsx')).VerifyPage) },
      { path: '/user/:token/unlock', lazy: page(async () => (await import('../pages/unlock-page.tsx')).UnlockPage) },
      { path: '/user/:token/reset-password', lazy: page(async () => (await import('../pages/reset-password-page.tsx')).ResetPasswordPage) },
      {
        element: <RequireSession />,
        children: [
          {
            lazy: page(async () => (await import('../features/shell/shell.tsx')).Shell),
            children: [
              guarded('/projects', 'projects.list', async () => (await import('../pages/projects-page.tsx')).ProjectsPage),
              guarded('/users', 'users.manage', async () => (await import('../pages/users-page.tsx')).UsersPage),
              guarded('/administration', 'keys.read', async () => (await import('../pages/administration-page.tsx')).AdministrationPage),
              { path: '/project/:id', element: <ToProjectHome /> },
              guarded('/project/:id/home', 'project.home', async () => (await import('../pages/project-home-page.tsx')).ProjectHomePage),
              guarded(
                '/project/:id/data-storage',
                'storages.read',
                async () => (await import('../pages/data-storage-page.tsx')).DataStoragePage,
              ),
              guarded(
                '/project/:id/data-storage/:storageId/view',
                'records.read',
                async () => (await import('../pages/data-view-page.tsx')).DataViewPage,
              ),
            ],
          },
        ],
      },
      { path: '*', lazy: page(async () => (await import('../pages/not-found-page.tsx')).NotFoundPage) },
    ],
  },
];

function page(load: () => Promise<ComponentType>): () => Promise<{ Component: ComponentType }> {
  return async () => ({ Component: await load() });
}

/** A page for roles with the capability, in their own project. */
function guarded(path: string, needs: Capability, load: () => Promise<ComponentType>): RouteObject {
  return {
    path,
    lazy: async () => {
      const Page = await load();
      // Keyed by address: a page keeps no state of another project or storage.
      return {
        Component: () => {
          const { id, storageId } = useParams();
          return (
            <RequireCapability needs={needs}>
              <Page key={`${id}/${storageId}`} />
            </RequireCapability>
          );
        },
      };
    },
  };
}

function ToProjectHome() {
  const { id = '' } = useParams();
  return <Navigate to={paths.projectHome(id)} replace />;
}
