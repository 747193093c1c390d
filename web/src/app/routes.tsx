import type { Capability } from '@bedplate/contract';
import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, Outlet, type Params, type RouteObject, useParams } from 'react-router-dom';
import { RequireCapability, RequireSession } from './guards.tsx';
import { prefetchFirstPage } from '../features/records/queries/record-queries.ts';
import { paths } from '../lib/navigation/paths.ts';
import { RouteError } from './route-error.tsx';

// The first load has no form with changes.
const LeaveGuard = lazy(async () => ({ default: (await import('../components/form/leave-guard.tsx')).LeaveGuard }));

/** Every page; each is a chunk of its own. */
export const routes: RouteObject[] = [
  {
    errorElement: <RouteError />,
    hydrateFallbackElement: <></>, // console.html has an outline until there is something to show
    element: <Root />,
    children: [
      ...['/', '/services', '/about', '/contact-us', '/terms', '/documentation', '/documentation/:topic'].map((path) => ({
        path,
        lazy: page(async () => (await import('../pages/to-public-site.tsx')).ToPublicSite),
      })),
      { path: '/login', lazy: page(async () => (await import('../pages/login-page.tsx')).LoginPage) },
      { path: '/register', lazy: page(async () => (await import('../pages/register-page.tsx')).RegisterPage) },
      { path: '/forgot-password', lazy: page(async () => (await import('../pages/forgot-password-page.tsx')).ForgotPasswordPage) },
      { path: '/user/:token/verify', lazy: page(async () => (await import('../pages/verify-page.tsx')).VerifyPage) },
      { path: '/user/:token/not-me', lazy: page(async () => (await import('../pages/not-me-page.tsx')).NotMePage) },
      { path: '/user/:token/unlock', lazy: page(async () => (await import('../pages/unlock-page.tsx')).UnlockPage) },
      { path: '/user/:token/reset-password', lazy: page(async () => (await import('../pages/reset-password-page.tsx')).ResetPasswordPage) },
      {
        path: '/superadmin/login',
        lazy: page(async () => (await import('../pages/superadmin/login-page.tsx')).SuperadminLoginPage),
      },
      {
        element: <RequireSession login={paths.superadminLogin()} />,
        children: [{ lazy: page(async () => (await import('./shell/shell.tsx')).Shell), children: [inShell(officeRoutes())] }],
      },
      {
        element: <RequireSession />,
        children: [
          {
            lazy: page(async () => (await import('./shell/shell.tsx')).Shell),
            children: [
              inShell([
                guarded('/projects', {
                  needs: 'projects.list',
                  load: async () => (await import('../pages/projects-page.tsx')).ProjectsPage,
                }),
                guarded('/users', { needs: 'users.manage', load: async () => (await import('../pages/users-page.tsx')).UsersPage }),
                guarded('/billing', { needs: 'billing.manage', load: async () => (await import('../pages/billing-page.tsx')).BillingPage }),
                guarded('/administration', {
                  needs: 'keys.read',
                  load: async () => (await import('../pages/administration-page.tsx')).AdministrationPage,
                }),
                guarded('/archived-projects', {
                  needs: 'projects.write',
                  load: async () => (await import('../pages/archived-projects-page.tsx')).ArchivedProjectsPage,
                }),
                guarded('/trash', {
                  needs: 'projects.write',
                  load: async () => (await import('../pages/account-trash-page.tsx')).AccountTrashPage,
                }),
                guarded('/account', { needs: 'feedback.send', load: async () => (await import('../pages/account-page.tsx')).AccountPage }),
                guarded('/feedback', {
                  needs: 'feedback.send',
                  load: async () => (await import('../pages/feedback-page.tsx')).FeedbackPage,
                }),
                { path: '/project/:id', element: <ToProjectHome /> },
                guarded('/project/reporting', {
                  needs: 'reporting',
                  load: async () => (await import('../pages/reporting-page.tsx')).ReportingPage,
                }),
                guarded('/project/:id/home', {
                  needs: ['project.home', 'tenants.read'],
                  load: async () => (await import('../pages/project-home-page.tsx')).ProjectHomePage,
                }),
                guarded('/project/:id/data-storage', {
                  needs: ['storages.read', 'tenants.read'],
                  load: async () => (await import('../pages/data-storage-page.tsx')).DataStoragePage,
                }),
                guarded('/project/:id/endpoints', {
                  needs: ['endpoints.read', 'tenants.read'],
                  load: async () => (await import('../pages/endpoints-page.tsx')).EndpointsPage,
                }),
                guarded('/project/:id/webhooks', {
                  needs: 'endpoints.write',
                  load: async () => (await import('../pages/webhooks-page.tsx')).WebhooksPage,
                }),
                guarded('/project/:id/keys', {
                  needs: 'storages.write',
                  load: async () => (await import('../pages/keys-page.tsx')).KeysPage,
                }),
                guarded('/project/:id/sandbox', {
                  needs: 'sandbox',
                  load: async () => (await import('../pages/sandbox-page.tsx')).SandboxPage,
                }),
                guarded('/project/:id/file-storage', {
                  needs: 'files',
                  load: async () => (await import('../pages/file-storage-page.tsx')).FileStoragePage,
                }),
                guarded('/project/:id/file-storage/:storageKey', {
                  needs: 'files',
                  load: async () => (await import('../pages/folder-page.tsx')).FolderPage,
                }),
                guarded('/project/:id/archived-storage', {
                  needs: 'storages.archived',
                  load: async () => (await import('../pages/archived-storage-page.tsx')).ArchivedStoragePage,
                }),
                guarded('/project/:id/backups', {
                  needs: 'records.export',
                  load: async () => (await import('../pages/backups-page.tsx')).BackupsPage,
                }),
                guarded('/project/:id/trash', {
                  needs: 'storages.archived',
                  load: async () => (await import('../pages/trash-page.tsx')).TrashPage,
                }),
                guarded('/project/:id/requests', {
                  needs: 'requests.read',
                  load: async () => (await import('../pages/requests-page.tsx')).RequestsPage,
                }),
                guarded('/project/:id/reporting', {
                  needs: 'reporting',
                  load: async () => (await import('../pages/reporting-page.tsx')).ReportingPage,
                }),
                guarded('/project/:id/data-storage/:storageId/fields', {
                  needs: 'storages.write',
                  load: async () => (await import('../pages/fields-page.tsx')).FieldsPage,
                }),
                guarded('/project/:id/data-storage/:storageId/mails', {
                  needs: 'storages.write',
                  load: async () => (await import('../pages/app-mails-page.tsx')).AppMailsPage,
                }),
                guarded('/project/:id/data-storage/:storageId/access', {
                  needs: 'storages.write',
                  load: async () => (await import('../pages/access-rules-page.tsx')).AccessRulesPage,
                }),
                guarded('/project/:id/data-storage/:storageId/view', {
                  needs: 'records.read',
                  load: async () => (await import('../pages/data-view-page.tsx')).DataViewPage,
                  ask: async ({ id = '', storageId = '' }, address) => {
                    if (address.size === 0) await prefetchFirstPage({ projectId: id, storageId });
                  },
                }),
              ]),
            ],
          },
        ],
      },
      { path: '*', lazy: page(async () => (await import('../pages/not-found-page.tsx')).NotFoundPage) },
    ],
  },
];

function Root() {
  return (
    <>
      <Outlet />
      <Suspense>
        <LeaveGuard />
      </Suspense>
    </>
  );
}

/** The pages of platform staff. */
function officeRoutes(): RouteObject[] {
  return [
    { path: '/superadmin', element: <Navigate to={paths.superadminDashboard()} replace /> },
    guarded('/superadmin/dashboard', {
      needs: 'superadmin',
      load: async () => (await import('../pages/superadmin/dashboard-page.tsx')).DashboardPage,
    }),
    guarded('/superadmin/users', {
      needs: 'superadmin',
      load: async () => (await import('../pages/superadmin/users-page.tsx')).AllUsersPage,
    }),
    guarded('/superadmin/projects', {
      needs: 'superadmin',
      load: async () => (await import('../pages/superadmin/account-list-pages.tsx')).AllProjectsPage,
    }),
    guarded('/superadmin/storages', {
      needs: 'superadmin',
      load: async () => (await import('../pages/superadmin/account-list-pages.tsx')).AllStoragesPage,
    }),
    guarded('/superadmin/endpoints', {
      needs: 'superadmin',
      load: async () => (await import('../pages/superadmin/account-list-pages.tsx')).AllEndpointsPage,
    }),
    guarded('/superadmin/products', {
      needs: 'superadmin',
      load: async () => (await import('../pages/superadmin/products-page.tsx')).ProductsPage,
    }),
    guarded('/superadmin/discounts', {
      needs: 'superadmin',
      load: async () => (await import('../pages/superadmin/discounts-page.tsx')).DiscountsPage,
    }),
    guarded('/superadmin/used-discounts', {
      needs: 'superadmin',
      load: async () => (await import('../pages/superadmin/billing-list-pages.tsx')).UsedDiscountsPage,
    }),
    guarded('/superadmin/subscriptions', {
      needs: 'superadmin',
      load: async () => (await import('../pages/superadmin/billing-list-pages.tsx')).SubscriptionsPage,
    }),
    guarded('/superadmin/apiusages', {
      needs: 'superadmin',
      load: async () => (await import('../pages/superadmin/billing-list-pages.tsx')).ApiUsagesPage,
    }),
    guarded('/superadmin/apiusagehistories', {
      needs: 'superadmin',
      load: async () => (await import('../pages/superadmin/billing-list-pages.tsx')).ApiUsageHistoriesPage,
    }),
    guarded('/superadmin/feedbacks', {
      needs: 'superadmin',
      load: async () => (await import('../pages/superadmin/inbox-page.tsx')).InboxPage,
    }),
    guarded('/superadmin/logs', { needs: 'superadmin', load: async () => (await import('../pages/superadmin/logs-page.tsx')).LogsPage }),
    guarded('/superadmin/health', {
      needs: 'superadmin',
      load: async () => (await import('../pages/superadmin/health-page.tsx')).HealthPage,
    }),
    guarded('/superadmin/operations', {
      needs: 'superadmin',
      load: async () => (await import('../pages/superadmin/operations-page.tsx')).OperationsPage,
    }),
  ];
}

/**
 * A page that breaks, or whose code cannot be loaded, leaves the menu around it to go elsewhere.
 */
function inShell(children: RouteObject[]): RouteObject {
  return { errorElement: <RouteError />, children };
}

function page(load: () => Promise<ComponentType>): () => Promise<{ Component: ComponentType }> {
  return async () => ({ Component: await load() });
}

/**
 * Makes a page for roles with one of the capabilities, in their own project. Each page thus has a
 * guard around it.
 * @param ask fetches the page's data while its code loads; resolves when the page may render
 */
function guarded(
  path: string,
  {
    needs,
    load,
    ask,
  }: {
    needs: Capability | readonly Capability[];
    load: () => Promise<ComponentType>;
    ask?: (params: Params, address: URLSearchParams) => Promise<void>;
  },
): RouteObject {
  return {
    path,
    element: <RequireCapability needs={[needs].flat()} />,
    children: [
      {
        index: true,
        lazy: page(async () => {
          const [Page] = await Promise.all([load(), needs === 'superadmin' && import('../texts/staff.ts')]);
          return keyed(Page);
        }),
        ...(ask && {
          loader: async ({ params, request }) => {
            await ask(params, new URL(request.url).searchParams);
            return null;
          },
          shouldRevalidate: () => false,
        }),
      },
    ],
  };
}

/** Keyed by address: a page keeps no state of another project or storage. */
function keyed(Page: ComponentType): ComponentType {
  return function KeyedPage() {
    const { id, storageId, storageKey } = useParams();
    return <Page key={`${id}/${storageId ?? storageKey}`} />;
  };
}

function ToProjectHome() {
  const { id = '' } = useParams();
  return <Navigate to={paths.projectHome(id)} replace />;
}
