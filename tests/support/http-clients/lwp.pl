# Calls the data API with Perl's LWP, which sends `TE` and `Connection: TE` with each request.
use strict;
use warnings;
use HTTP::Request::Common qw(POST);
use JSON::PP;
use LWP::UserAgent;

my $call = decode_json($ARGV[0]);
my $agent = LWP::UserAgent->new(keep_alive => 1, timeout => 60);

sub send_request {
  my ($step, $request) = @_;
  $request->header(%{ $call->{headers} });
  my $response = $agent->request($request);
  my ($type) = split /;/, $response->header('Content-Type') // '-';
  print "$step ", $response->code, " $type\n";
  return $response;
}

sub request_of {
  my ($method, $path, $body) = @_;
  return HTTP::Request->new($method, $call->{web} . $path, ['Content-Type' => 'application/json'], $body);
}

my $created = send_request('create', request_of('POST', $call->{list}, '{"title":"by LWP"}'));
my $path = "$call->{list}/dataId/" . decode_json($created->content)->{data}{id};
my @pieces = ('{"title":', '"in pieces"}');
send_request('chunked', request_of('POST', $call->{list}, sub { shift @pieces }));
send_request('broken', request_of('POST', $call->{list}, '{"title":'));
send_request('list', request_of('GET', "$call->{list}?limit=5"));
send_request('head', request_of('HEAD', $call->{list}));
send_request('options', request_of('OPTIONS', $call->{list}));
my $file = [undef, 'a.bin', Content => 'a' x 1_500_000];
send_request('upload', POST("$call->{web}$path/upload?fieldName=attachment", Content_Type => 'form-data', Content => [f => $file]));
send_request('too large', request_of('POST', $call->{list}, encode_json({ title => 'a' x 1_500_000 })));
send_request('change', request_of('PATCH', $path, '{"title":"b"}'));
send_request('delete', request_of('DELETE', $path));
