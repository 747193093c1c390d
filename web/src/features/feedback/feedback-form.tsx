import { feedbackImageTypes, feedbackLimits } from '@bedplate/contract';
import AddPhotoAlternateOutlined from '@mui/icons-material/AddPhotoAlternateOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import { useRef } from 'react';
import { Field } from '../../components/form/field.tsx';
import { SubmitButton } from '../../components/form/submit-button.tsx';
import { Writes } from '../../lib/writes.tsx';
import { t } from '../../texts/index.ts';
import { ImagePreviews } from './image-previews.tsx';
import { useFeedback } from './use-feedback.ts';

export function FeedbackForm() {
  const { values, change, images, state, error, send } = useFeedback();
  const input = useRef<HTMLInputElement>(null);
  const busy = state === 'sending';
  return (
    <Card
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      sx={{ p: 5, display: 'grid', gap: 4, maxWidth: 640 }}
    >
      {error && <Alert severity="error">{error}</Alert>}
      {state === 'success' && (
        <Alert severity="success">
          <AlertTitle>{t('message.feedbackSent')}</AlertTitle>
          {t('feedback.soon')}
        </Alert>
      )}
      <Field
        label={t('feedback.fullName')}
        required
        autoComplete="name"
        value={values.fullName}
        inputProps={{ maxLength: 120 }}
        onChange={(e) => change({ fullName: e.target.value })}
      />
      <Field
        label={t('email')}
        required
        type="email"
        autoComplete="email"
        value={values.email}
        inputProps={{ maxLength: 254 }}
        onChange={(e) => change({ email: e.target.value })}
      />
      <Field
        label={t('feedback.subject')}
        value={values.subject}
        inputProps={{ maxLength: feedbackLimits.subject }}
        help={`${values.subject.length}/${feedbackLimits.subject}`}
        onChange={(e) => change({ subject: e.target.value })}
      />
      <Field
        label={t('feedback.message')}
        required
        multiline
        minRows={5}
        maxRows={14}
        value={values.message}
        inputProps={{ maxLength: feedbackLimits.message }}
        onChange={(e) => change({ message: e.target.value })}
      />
      <Box sx={{ display: 'grid', gap: 3 }}>
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<AddPhotoAlternateOutlined />}
          onClick={() => input.current?.click()}
          sx={{ justifySelf: 'start' }}
        >
          {t('feedback.attach')}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={feedbackImageTypes.join(',')}
          aria-label={t('feedback.images')}
          onChange={(event) => {
            images.add([...(event.target.files ?? [])]);
            event.target.value = ''; // the same file may be chosen again
          }}
        />
        {images.problem && <Alert severity="warning">{images.problem}</Alert>}
        <ImagePreviews images={images.images} onRemove={images.remove} />
      </Box>
      <Writes>
        <SubmitButton busy={false} disabled={busy} sx={{ justifySelf: 'start' }}>
          {t(busy ? 'feedback.sending' : 'feedback.send')}
        </SubmitButton>
      </Writes>
    </Card>
  );
}
